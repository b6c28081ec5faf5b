package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/away"
	"dormer/ui/gitstate"
)

// lookAtGit finds the branch of a session's directory, and the changes in its worktree.
func (m *Model) lookAtGit(id session.ID) tea.Cmd {
	dir := m.state.Sessions[id].Dir
	return m.git.Check(dir, m.state.WorktreeOf(dir))
}

// gitMessage takes what git says of a directory, and notes it for the sessions in it.
func (m *Model) gitMessage(msg gitstate.Message) tea.Cmd {
	if a, is := msg.(gitstate.Activity); is {
		m.absence.Changed(away.Change(a))
		m.changed()
		return nil
	}
	var cmds []tea.Cmd
	wanted := false
	for id, l := range m.live.All() {
		if !msg.In(m.state.Sessions[id].Dir) {
			continue
		}
		wanted = true
		branch, changes := l.Branch, l.Changes
		switch msg := msg.(type) {
		case gitstate.Branch:
			l.Branch = msg.Name
		case gitstate.Changes:
			l.Changes = msg.Short
		case gitstate.Touched:
			cmds = append(cmds, m.lookAtGit(id))
		}
		if l.Branch != branch || l.Changes != changes {
			m.changed()
		}
	}
	return tea.Batch(append(cmds, m.git.Handle(msg, wanted))...)
}
