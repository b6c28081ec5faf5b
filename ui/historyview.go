package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// historyView is a pane that shows its history instead of its screen. Top is the
// absolute number of the first line shown, so that output which arrives meanwhile
// does not move what is being read.
type historyView struct {
	top uint64
	// kept and cols are the history and the screen's width that top belongs to.
	kept wire.Range
	cols int
	// keyed says that keys scroll: the view was entered by key. One entered by the
	// wheel ends with the first key, which goes to the child.
	keyed bool
}

// place is the first line shown in the history as it is now. Lines that were broken
// anew for another width have other numbers: the place is as far up then, as a
// part of the whole, as it was.
func (v historyView) place(r *client.Replica) uint64 {
	now := r.History()
	_, cols := r.Size()
	top := v.top
	if v.kept.Len() > 0 && (cols != v.cols || now.First >= v.kept.End) {
		above := (v.kept.End - min(v.top, v.kept.End)) * uint64(now.Len()) / uint64(v.kept.Len())
		top = now.End - min(above, uint64(now.Len()))
	}
	return min(max(top, now.First), now.End)
}

// moved is the view with another first line, in the history as it is now.
func (v historyView) moved(top uint64, r *client.Replica) historyView {
	v.top, v.kept = top, r.History()
	_, v.cols = r.Size()
	return v
}

// wheelLines is how far one notch of the wheel goes.
const wheelLines = 3

// browsing reports whether keys scroll the active pane's history.
func (m *Model) browsing() bool { return m.history[m.activePane()].keyed }

// browseHistory lets keys scroll the active pane's history, one page up to begin
// with.
func (m *Model) browseHistory() tea.Cmd {
	id := m.activePane()
	rows := m.focus().contentOf(id).H
	if !m.scrollHistory(id, -(rows - 1)) {
		m.say("there is no history above this screen")
		return nil
	}
	v := m.history[id]
	v.keyed = true
	m.history[id] = v
	m.changed()
	return nil
}

func (m *Model) leaveHistory() {
	id := m.activePane()
	if _, ok := m.history[id]; ok {
		delete(m.history, id)
		m.changed()
	}
}

// historyKey takes a key of a pane whose history keys scroll.
func (m *Model) historyKey(k keys.Key) (handled bool, cmd tea.Cmd) {
	id := m.activePane()
	if !m.browsing() {
		return false, nil
	}
	rows := m.focus().contentOf(id).H
	const far = 1 << 30
	switch k.Name() {
	case "up", "k":
		m.scrollHistory(id, -1)
	case "down", "j":
		m.scrollHistory(id, 1)
	case "pgup", "ctrl+b", "b":
		m.scrollHistory(id, -(rows - 1))
	case "pgdown", "ctrl+f", "space", "f":
		m.scrollHistory(id, rows-1)
	case "ctrl+u", "u":
		m.scrollHistory(id, -rows/2)
	case "ctrl+d", "d":
		m.scrollHistory(id, rows/2)
	case "home", "g":
		m.scrollHistory(id, -far)
	case "end", "G", "q", "esc", "enter", "ctrl+c":
		m.leaveHistory()
	}
	return true, nil
}

// scrollHistory moves what a pane shows by a number of lines, down where it is
// positive, and reports whether there was anything to move. The bottom is the
// live screen.
func (m *Model) scrollHistory(id session.ID, lines int) bool {
	l := m.live[id]
	if l == nil || l.client == nil {
		return false
	}
	v, ok := m.history[id]
	moved, back := false, false
	l.client.View(func(r *client.Replica) {
		kept := r.History()
		top := kept.End
		if ok {
			top = v.place(r)
		}
		to := min(max(int64(top)+int64(lines), int64(kept.First)), int64(kept.End))
		moved, back = ok || to != int64(top), to == int64(kept.End)
		v = v.moved(uint64(to), r)
	})
	if !moved {
		return false
	}
	if m.history[id] = v; back {
		delete(m.history, id)
	}
	m.changed()
	return true
}
