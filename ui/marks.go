package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/ending"
	"dormer/workspace"
)

// stateMark is the state of a session's process in one character; empty for one that
// runs.
func (m *Model) stateMark(id session.ID) string {
	l := m.live[id]
	switch {
	case l != nil && l.failed != "":
		return attention.MarkFailed
	case l != nil && l.asleep != nil:
		return ending.MarkOf(*l.asleep)
	case l != nil && l.client == nil && l.stuck():
		return attention.MarkFailed
	case l != nil && l.client == nil && !l.well():
		return attention.MarkUnhealthy
	case l == nil || l.client == nil:
		return attention.MarkStarting
	case l.status.Runtime == session.Unhealthy || !l.well() && !l.exited():
		return attention.MarkUnhealthy
	case l.exited() && l.status.Exit.Clean() && !l.status.Stopped:
		return attention.MarkDone
	case l.exited():
		return attention.MarkFailed
	}
	return ""
}

// goToMark goes to the session whose mark a tab has, and says what it asked for.
func (m *Model) goToMark(tab workspace.TabID) tea.Cmd {
	_, t, _ := m.state.Tab(tab)
	labels := m.labels()
	mark := labels.TabMark(t)
	for _, id := range t.Panes() {
		if labels.NewMark(id) == mark {
			m.sayWhatFor(id)
			return m.goTo(id)
		}
	}
	return m.apply(workspace.FocusTab{Tab: tab})
}

// sayWhatFor says what a session asks to be looked at for.
func (m *Model) sayWhatFor(id session.ID) {
	l := m.live[id]
	if l == nil || l.attention.Reason == attention.None {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.attention.Text, longNotice)
}
