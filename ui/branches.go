package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/branch"
	"dormer/workspace"
	"dormer/workspace/repo"
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
	dir := m.state.Sessions[id].Dir
	m.branches.Add(dir)
	return tea.Batch(m.lookForBranches(), m.lookForChanges(m.state.WorktreeOf(dir)))
}

// lookForBranches looks for the next branch outside of the event loop.
func (m *Model) lookForBranches() tea.Cmd {
	dir, ok := m.branches.Next()
	if !ok {
		return nil
	}
	return func() tea.Msg { return branchFound{dir, branch.Of(dir)} }
}

type (
	// changesFound says how a worktree differs from its commit and its upstream.
	changesFound struct{ worktree, changes string }
	// gitChanged says that git has done something in a worktree.
	gitChanged struct{ worktree string }
)

func (msg changesFound) tell(m *Model) tea.Cmd {
	m.changes.Done(msg.worktree)
	for id, l := range m.live.All() {
		if l.Changes != msg.changes && workspace.InDir(m.state.Sessions[id].Dir, msg.worktree) {
			l.Changes = msg.changes
			m.changed()
		}
	}
	return m.lookForNextChanges()
}

func (msg gitChanged) tell(m *Model) tea.Cmd {
	var cmds []tea.Cmd
	for id := range m.live.All() {
		if workspace.InDir(m.state.Sessions[id].Dir, msg.worktree) {
			cmds = append(cmds, m.lookForBranch(id))
		}
	}
	if len(cmds) == 0 {
		m.gitFiles.Remove(msg.worktree)
	}
	return tea.Batch(cmds...)
}

// lookForChanges asks git how a worktree differs from its commit and its upstream. In other
// directories git is not run: a repository that came from elsewhere can have it run programs.
func (m *Model) lookForChanges(worktree string) tea.Cmd {
	m.changes.Add(worktree)
	return m.lookForNextChanges()
}

func (m *Model) lookForNextChanges() tea.Cmd {
	worktree, ok := m.changes.Next()
	if !ok {
		return nil
	}
	return func() tea.Msg {
		m.gitFiles.Add(worktree) // before it is looked at: nothing that happens in between is missed
		return changesFound{worktree, changesIn(worktree)}
	}
}

// changesTime is the longest that git may take to say what has changed in a worktree.
const changesTime = 5 * time.Second

// changesIn is how a worktree differs from its commit and its upstream, in short; empty where
// it does not, or git cannot tell.
func changesIn(worktree string) string {
	ctx, cancel := context.WithTimeout(context.Background(), changesTime)
	defer cancel()
	s, err := repo.StatusOf(ctx, worktree)
	if err != nil {
		return ""
	}
	return s.Short()
}
