package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/prompts"
)

// askKill asks before a process dies; a pane whose process is dead already goes
// without a question.
func (m *Model) askKill(id session.ID) tea.Cmd {
	if m.live.Over(id) || !m.config.Panes.Confirm {
		return m.fulfil(command.KillPane{Session: id})
	}
	return m.ask(prompts.Kill(m.state.Sessions[id], id, m.keys().KeyOf("pane.close")))
}
