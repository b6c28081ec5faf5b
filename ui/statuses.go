package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/statuses"
)

// statusesRead delivers the statuses of the sessions.
type statusesRead struct {
	of map[session.ID]statuses.Status
}

func (msg statusesRead) applyTo(m *Model) tea.Cmd {
	if m.statuses.Found(m.now(), msg.of) {
		m.changed()
	}
	return nil
}

// readStatuses reads the statuses of the sessions if that is due.
func (m *Model) readStatuses() tea.Cmd {
	if !m.statuses.StartIfDue(m.now(), m.statusesEvery()) {
		return nil
	}
	read, records := m.deps.Statuses, m.state.Sessions
	return func() tea.Msg { return statusesRead{read(records)} }
}

// statusesEvery returns the time between two reads of the statuses, 0 while none are on the screen.
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
