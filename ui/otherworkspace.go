package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/lists"
	"dormer/ui/workspaces"
)

// workspacesMessage takes the list of workspaces, or the workspace that was opened.
func (m *Model) workspacesMessage(msg workspaces.Message) tea.Cmd {
	switch msg := msg.(type) {
	case workspaces.Listed:
		if msg.Err != nil {
			m.sayFor("list workspaces: "+msg.Err.Error(), longNotice)
			return nil
		}
		return m.openFinder(lists.Workspaces(listed{m}, msg.All))
	case workspaces.Opened:
		asks, err := msg.Asks()
		m.openings.WorkspaceOpened(msg.Name, err)
		return m.doAll(asks)
	}
	return nil
}

// Next returns the workspace to show after this one; empty for none.
func (p *Program) Next() string { return p.model.next }
