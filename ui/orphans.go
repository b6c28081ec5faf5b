package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/startup"
	"dormer/workspace"
)

// orphansFound delivers the running sessions that no workspace has.
type orphansFound struct{ startup.Recovered }

func (msg orphansFound) applyTo(m *Model) tea.Cmd {
	switch say := msg.In(m.state, m.keys().KeyOf("session.adopt")); {
	case say != "" && msg.Asked:
		m.say(say)
	case say != "":
		m.sayAfter(say)
	case msg.Asked:
		cmd, err := m.adopt(msg.Records, false)
		if err != nil {
			m.refused(err)
		}
		return cmd
	}
	return nil
}

// findOrphans looks for sessions that no workspace has: once after the start, and each time the user
// asks to open them, since there may be others by then.
func (m *Model) findOrphans(open bool) tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return orphansFound{startup.Recovered{Asked: open}}.applyTo(m)
	}
	return func() tea.Msg { return orphansFound{startup.Recovered{Records: find(), Asked: open}} }
}

// adopt opens sessions that no workspace has, each in a new tab.
func (m *Model) adopt(records []workspace.Record, background bool) (tea.Cmd, error) {
	return m.tryAll(startup.Adopt(m.state, records, m.measure(m.activeTab()).Body.Size(), background, m.deps.NewID))
}
