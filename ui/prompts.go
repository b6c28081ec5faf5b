package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/prompts"
	"dormer/workspace"
)

// askKill asks before a process dies; a pane whose process is dead already goes
// without a question.
func (m *Model) askKill(id session.ID) tea.Cmd {
	if m.live.Over(id) || !m.config.Panes.Confirm {
		return m.apply(workspace.KillPane{Session: id, Area: m.focus().SplitSize()})
	}
	return m.ask(prompts.Kill(m.state.Sessions[id], id, m.keys().KeyOf("pane.close")))
}
