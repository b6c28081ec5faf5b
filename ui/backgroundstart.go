package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/worktrees"
)

// open starts the sessions of the active tab, or opens a first tab if there is none.
// [Model.openBackground] starts the other sessions.
func (m *Model) open() tea.Cmd {
	m.background.Open(m.now())
	cmds := []tea.Cmd{m.showSessions(m.activeTab().Panes())}
	first := m.deps.First
	switch {
	case first.Template != nil:
		cmds = append(cmds, m.openTabs(*first.Template))
	case first.Worktree != nil:
		cmds = append(cmds, m.worktreesResult(worktrees.Result{Open: first.Worktree}))
	case first.Opens(m.state):
		cmds = append(cmds, m.apply(m.tabOf(first.Record(m.deps.record(first.Dir, first.Command)))))
	}
	return tea.Batch(cmds...)
}

// openShown connects to the sessions on the screen that the program is not connected to yet.
func (m *Model) openShown() tea.Cmd {
	return m.showSessions(slices.DeleteFunc(m.geo.Sessions(), func(id session.ID) bool { return m.live.Get(id) != nil }))
}

// openBackground connects to the sessions of the other tabs. The first time it also starts the rest
// of the work that the first picture need not wait for.
func (m *Model) openBackground() tea.Cmd {
	if m.background.Begun() {
		return m.openNextInBackground()
	}
	m.changed() // now the page of a first launch is shown
	var ids []session.ID
	for _, t := range m.activeView().Tabs {
		ids = append(ids, t.Panes()...)
	}
	m.background.Begin(ids)
	cmds := []tea.Cmd{m.findOrphans(false), m.grants.Read(false), m.makeKeys(), m.openNextInBackground(), m.startStatusCommand(), m.findChanges()}
	if rest := m.deps.Rest; rest != nil {
		cmds = append(cmds, inBackground(func() []command.Result {
			if say := rest(); say != "" {
				return resultsOf(command.Say{Text: say, After: true})
			}
			return nil
		}))
	}
	return tea.Batch(cmds...)
}

// openNextInBackground connects to the next sessions in the background, once those before have
// started.
func (m *Model) openNextInBackground() tea.Cmd {
	return m.showSessions(m.background.Next(m.now(), m.live.Begun, m.unopened))
}

// unopened reports whether a session has a pane and is not connected to yet.
func (m *Model) unopened(id session.ID) bool {
	_, _, open := m.state.TabOf(id)
	l := m.live.Get(id)
	return open && (l == nil || l.Peeked)
}
