package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/statuses"
)

type (
	// statusesDue says that sessions are to be looked at.
	statusesDue struct{ at time.Time }
	// statusesFound says how they are.
	statusesFound struct {
		of map[session.ID]statuses.Status
	}
)

func (msg statusesDue) tell(m *Model) tea.Cmd {
	if !m.statuses.Due(msg.at) {
		return nil
	}
	look, records := m.deps.Statuses, m.state.Sessions
	return func() tea.Msg { return statusesFound{look(records)} }
}

func (msg statusesFound) tell(m *Model) tea.Cmd {
	if m.statuses.Found(m.now(), msg.of) {
		m.changed()
	}
	return nil
}

// armStatuses wakes to look at the sessions while the screen shows how they are.
func (m *Model) armStatuses() tea.Cmd {
	if m.deps.Statuses == nil {
		return nil
	}
	at, arrange := m.statuses.Next(m.now(), m.statusesEvery())
	if !arrange {
		return nil
	}
	return m.wakeAt(at, statusesDue{at})
}

// statusesEvery is the time between two looks at the sessions, 0 while the screen does not
// show how they are.
func (m *Model) statusesEvery() time.Duration {
	for _, d := range m.dialogs {
		if f, ok := d.(*dialog.Finder); ok && f.Statuses {
			return statuses.Often
		}
	}
	if m.geo.Sidebar.W > 0 {
		return statuses.Rarely
	}
	return 0
}
