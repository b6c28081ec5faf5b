package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/startup"
	"dormer/workspace"
)

// orphansFound brings the sessions that run and are in no workspace.
type orphansFound struct{ startup.Recovered }

func (msg orphansFound) tell(m *Model) tea.Cmd {
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

// findOrphans looks for sessions without a workspace: once after the start, and each time the
// user asks to open them, since there may be others by then.
func (m *Model) findOrphans(open bool) tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return orphansFound{startup.Recovered{Asked: open}}.tell(m)
	}
	return func() tea.Msg { return orphansFound{startup.Recovered{Records: find(), Asked: open}} }
}

// adopt opens sessions that run in tabs of their own. Each keeps its process.
func (m *Model) adopt(records []workspace.Record, background bool) (tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	for _, r := range records {
		if _, here := m.state.Sessions[r.ID]; here {
			continue
		}
		view := m.activeView()
		cmd, err := m.try(workspace.OpenTab{
			View: view.ID, Tab: m.newTab(), Index: len(view.Tabs), Record: r, Size: m.focus().Screen.Body.Size(), Background: background, Adopted: true,
		})
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
	}
	return tea.Batch(cmds...), failed
}
