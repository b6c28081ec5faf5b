package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
	"dormer/ui/firstline"
)

// The user's own command, whose first line stands in the status line (status.command), runs
// outside of the event loop, and not before there is a picture.

type (
	// statusCommandDue says that the command of the status line is to run again.
	statusCommandDue struct{ serial int }
	// statusCommandRan brings what it printed.
	statusCommandRan struct{ firstline.Ran }
)

func (msg statusCommandDue) tell(m *Model) tea.Cmd {
	if msg.serial != m.statusCommand.Serial() {
		return nil
	}
	return m.runStatusCommand()
}

func (msg statusCommandRan) tell(m *Model) tea.Cmd {
	news, again, err := m.statusCommand.Take(msg.Ran)
	if err != nil {
		m.sayFor("status.command: "+err.Error()+"; it is tried again every "+m.config.Status.Interval.String(), longNotice)
	}
	if news {
		m.changed()
	}
	if !again {
		return nil
	}
	return m.after(m.config.Status.Interval, statusCommandDue{m.statusCommand.Serial()})
}

// startStatusCommand runs the command of the status line now and from then on, where
// there is one, as the configuration has it. What an earlier one printed goes.
func (m *Model) startStatusCommand() tea.Cmd {
	end := m.statusCommand.Renew()
	m.changed()
	return tea.Batch(m.runStatusCommand(), func() tea.Msg { end(); return nil })
}

func (m *Model) runStatusCommand() tea.Cmd {
	s := m.config.Status
	if s.Command == "" || m.config.Terminal.Reader || !s.ShowsOutput() {
		return nil
	}
	env := config.With(m.deps.Env, "DORMER_DIR", m.state.Sessions[m.activePane()].Dir)
	run := m.statusCommand.Run(s.Command, env, s.Interval)
	return func() tea.Msg { return statusCommandRan{run()} }
}
