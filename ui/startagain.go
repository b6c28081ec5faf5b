package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
)

// resume starts a suspended session again. One whose agent cannot go on with its conversation
// stays suspended.
func (m *Model) resume(id session.ID) tea.Cmd {
	if l := m.live.Get(id); l != nil && l.Kept != nil && l.Kept.Past.Cannot != "" {
		m.sayFor(l.Kept.Past.Cannot+": it stays suspended, and Enter in its pane begins a new conversation", longNotice)
		return nil
	}
	return m.startAgain(id)
}

// startAgain starts a session whose process has ended.
func (m *Model) startAgain(id session.ID) tea.Cmd {
	l := m.live.Get(id)
	switch {
	case l == nil && m.state.ClosedHolding(id) >= 0:
		m.say("it is closed: bring it back first")
		return nil
	case l == nil && m.state.Sessions[id].Disposition == session.Suspended:
		return m.restartLost(id)
	case l == nil:
		m.say("it is not shown yet: go there first")
		return nil
	case l.Client != nil && l.Exited() && !l.Client.Gone():
		return m.live.AskHost(id)
	case l.Over(): // and its host is gone
		return m.restartLost(id)
	}
	m.say("it runs: only what has ended can be started again")
	return nil
}
