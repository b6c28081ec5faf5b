package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
	"dormer/ui/firstline"
)

// statusCommandRan delivers the output of status.command, whose first line is in the status line.
type statusCommandRan struct{ firstline.RunResult }

func (msg statusCommandRan) applyTo(m *Model) tea.Cmd {
	news, err := m.statusCommand.Take(msg.RunResult, m.now().Add(m.config.Status.Interval))
	if err != nil {
		m.sayFor("status.command: "+err.Error()+"; it is tried again every "+m.config.Status.Interval.String(), longNotice)
	}
	if news {
		m.changed()
	}
	return nil
}

// startStatusCommand runs status.command now and then again and again, in place of an earlier one.
func (m *Model) startStatusCommand() tea.Cmd {
	end := m.statusCommand.Reset()
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
