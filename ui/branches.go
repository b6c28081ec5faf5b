package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/branch"
)

// mostLooks is how many directories are looked at for their branch at a time. One whose
// file system does not answer is never done.
const mostLooks = 4

// branchLooks are the directories whose branch is looked for, and whether that may have
// changed since; those that wait for their turn.
type branchLooks struct {
	underWay map[string]bool
	waiting  []string
}

// branchFound says which branch a directory is on.
type branchFound struct{ dir, name string }

func (msg branchFound) tell(m *Model) tea.Cmd {
	again := m.gitBranches.underWay[msg.dir]
	delete(m.gitBranches.underWay, msg.dir)
	for id, l := range m.live.All() {
		if m.state.Sessions[id].Dir == msg.dir && l.Branch != msg.name {
			l.Branch = msg.name
			m.changed()
		}
	}
	if again {
		m.gitBranches.waiting = append(m.gitBranches.waiting, msg.dir)
	}
	return m.lookAtNext()
}

// lookForBranch looks which branch a session's directory is on, outside of the event
// loop.
func (m *Model) lookForBranch(id session.ID) tea.Cmd {
	b, dir := &m.gitBranches, m.state.Sessions[id].Dir
	if _, looking := b.underWay[dir]; looking {
		b.underWay[dir] = true
		return nil
	}
	if dir != "" && !slices.Contains(b.waiting, dir) {
		b.waiting = append(b.waiting, dir)
	}
	return m.lookAtNext()
}

func (m *Model) lookAtNext() tea.Cmd {
	b := &m.gitBranches
	if len(b.waiting) == 0 || len(b.underWay) >= mostLooks {
		return nil
	}
	dir := b.waiting[0]
	b.waiting = b.waiting[1:]
	if b.underWay == nil {
		b.underWay = map[string]bool{}
	}
	b.underWay[dir] = false
	return func() tea.Msg { return branchFound{dir, branch.Of(dir)} }
}
