package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/statuses"
)

// statusesFound says how the sessions are.
type statusesFound struct {
	of map[session.ID]statuses.Status
}

func (msg statusesFound) tell(m *Model) tea.Cmd {
	if m.statuses.Found(m.now(), msg.of) {
		m.changed()
	}
	return nil
}

// readStatuses looks how the sessions are, where that is due.
func (m *Model) readStatuses() tea.Cmd {
	if !m.statuses.Look(m.now(), m.statusesEvery()) {
		return nil
	}
	look, records := m.deps.Statuses, m.state.Sessions
	return func() tea.Msg { return statusesFound{look(records)} }
}

// statusesEvery is the time between two looks at the sessions, 0 while the screen does not
// show how they are.
func (m *Model) statusesEvery() time.Duration {
	switch {
	case m.deps.Statuses == nil:
	case m.dialogs.Statuses():
		return statuses.Often
	case m.geo.Sidebar.W > 0:
		return statuses.Rarely
	}
	return 0
}
