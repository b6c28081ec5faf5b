package ui

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

// orphansFound brings the sessions that run and are in no workspace. Open says that the user
// asked to open them.
type orphansFound struct {
	records []workspace.Record
	open    bool
}

func (msg orphansFound) tell(m *Model) tea.Cmd {
	var left []workspace.Record // those that were not opened here meanwhile
	for _, r := range msg.records {
		if _, here := m.state.Sessions[r.ID]; !here {
			left = append(left, r)
		}
	}
	n, key := len(left), m.keys().KeyOf("session.adopt")
	switch {
	case msg.open && n == 0:
		m.say("nothing to recover: each session that runs is in a workspace")
	case msg.open:
		cmd, err := m.adopt(left, false)
		if err != nil {
			m.refused(err)
		}
		return cmd
	case n == 1:
		m.sayAfter("recovered: 1 session runs that no workspace knows; " + key + " opens it here")
	case n > 1:
		m.sayAfter(fmt.Sprintf("recovered: %d sessions run that no workspace knows; %s opens them here", n, key))
	}
	return nil
}

// findOrphans looks for sessions without a workspace: once after the start, and each time the
// user asks to open them, since there may be others by then.
func (m *Model) findOrphans(open bool) tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return orphansFound{open: open}.tell(m)
	}
	return func() tea.Msg { return orphansFound{find(), open} }
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
