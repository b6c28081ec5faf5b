package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/workspace"
)

// endedPanesWait takes the time that has passed for the panes without a process: they take keys
// again, or nothing followed an x, which closes the pane.
func (m *Model) endedPanesWait() tea.Cmd {
	var cmds []tea.Cmd
	for _, box := range m.geo.Panes {
		l := m.live.Get(box.Session)
		if l == nil {
			continue
		}
		hears, closes := l.Ended.Pass(m.now())
		if hears {
			m.changed()
		}
		if closes && box.Session == m.activePane() && l.TakesEnter() {
			cmds = append(cmds, m.apply(workspace.ClosePane{Session: box.Session, At: m.now(), Area: m.area()}))
		}
	}
	return tea.Batch(cmds...)
}

// ignoreNext has a pane without a process ignore keys for a moment if it has got the focus
// because the active pane was closed: they were typed for that one.
func (m *Model) ignoreNext(before session.ID) {
	id := m.activePane()
	if _, _, open := m.state.TabOf(before); open || id == before {
		return
	}
	if l := m.live.Get(id); l.TakesEnter() {
		l.Ended.Ignore(m.now())
	}
}

// endedPaneTakes takes a key if the session of the active pane has no process, or cannot be
// shown.
func (m *Model) endedPaneTakes(k keys.Key) (bool, []command.Result) {
	id := m.activePane()
	l := m.live.Get(id)
	if !l.TakesEnter() {
		return false, nil
	}
	if k.Name() == "c" && l.Ended.Hears() && !l.RetryAt().IsZero() {
		return true, asked(command.RetryAgent{Session: id, Do: wire.CancelRetry})
	}
	enter, says := l.Ended.Key(k, m.now())
	m.swallowed(l, says)
	switch {
	case enter && l.Over():
		return true, asked(command.StartAgain{Session: id})
	case enter:
		return true, asked(command.ShowAgain{Session: id})
	}
	return true, nil
}

// endedPaneTakesPaste takes a paste into a pane without a process, and ignores it.
func (m *Model) endedPaneTakesPaste(input.Paste) (bool, []command.Result) {
	l := m.live.Get(m.activePane())
	if !l.TakesEnter() {
		return false, nil
	}
	m.swallowed(l, l.Ended.Swallow(m.now()))
	return true, nil
}

func (m *Model) swallowed(l *live.Session, says bool) {
	m.changed()
	if says {
		m.say(l.Typed(m.state.Sessions[m.activePane()].Disposition))
	}
}

// idledPaneTakes starts a session that was ended because it was idle. The key goes to the next
// taker, and is kept until the session has started.
func (m *Model) idledPaneTakes(k keys.Key) (bool, []command.Result) {
	if k.Modifier() {
		return false, nil
	}
	return m.idledPaneTakesPaste(input.Paste{})
}

// idledPaneTakesPaste is idledPaneTakes for a paste.
func (m *Model) idledPaneTakesPaste(input.Paste) (bool, []command.Result) {
	id := m.activePane()
	l := m.live.Get(id)
	if m.state.Sessions[id].Idled && l.Over() && (l.Client == nil || l.Kept != nil || l.Client.Gone()) {
		return false, asked(command.StartAgain{Session: id})
	}
	return false, nil
}
