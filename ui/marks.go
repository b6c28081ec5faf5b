package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/workspace"
)

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
	l := m.live.Get(id)
	if l == nil || l.Asks.Reason == attention.None {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.Asks.Text, longNotice)
}
