package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/branch"
)

// branchFound says which branch a directory is on.
type branchFound struct{ dir, name string }

func (msg branchFound) tell(m *Model) tea.Cmd {
	m.branches.Done(msg.dir)
	for id, l := range m.live.All() {
		if m.state.Sessions[id].Dir == msg.dir && l.Branch != msg.name {
			l.Branch = msg.name
			m.changed()
		}
	}
	return m.lookForBranches()
}

// lookForBranch looks which branch a session's directory is on.
func (m *Model) lookForBranch(id session.ID) tea.Cmd {
	m.branches.Add(m.state.Sessions[id].Dir)
	return m.lookForBranches()
}

// lookForBranches looks for the next branch outside of the event loop.
func (m *Model) lookForBranches() tea.Cmd {
	dir, ok := m.branches.Next()
	if !ok {
		return nil
	}
	return func() tea.Msg { return branchFound{dir, branch.Of(dir)} }
}
