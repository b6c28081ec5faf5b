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
	// keyed says that keys scroll: the view was entered by key. One entered by the
	// wheel ends with the first key, which goes to the child.
	keyed bool
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
	var kept wire.Range
	l.client.View(func(r *client.Replica) { kept = r.History() })
	v, ok := m.history[id]
	top := int64(kept.End)
	if ok {
		top = int64(v.top)
	}
	moved := min(max(top+int64(lines), int64(kept.First)), int64(kept.End))
	if moved == top && !ok {
		return false
	}
	if moved == int64(kept.End) {
		delete(m.history, id)
	} else {
		v.top = uint64(moved)
		m.history[id] = v
	}
	m.changed()
	return true
}
