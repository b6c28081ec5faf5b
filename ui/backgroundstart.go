package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
)

// open starts what the screen shows first: the sessions of the active tab, or a first tab if
// nothing is open. [Model.openBackground] starts the others.
func (m *Model) open() tea.Cmd {
	m.background.Open(m.now())
	cmds := []tea.Cmd{m.showSessions(m.activeTab().Panes())}
	first := m.deps.First
	switch {
	case first.Template != nil:
		cmds = append(cmds, m.openTabs(*first.Template))
	case first.Worktree != nil:
		_, cmd, err := m.openWorktree(*first.Worktree, nil)
		if err != nil {
			m.sayFor(err.Error(), longNotice)
		}
		cmds = append(cmds, cmd)
	case first.Opens(m.state):
		cmds = append(cmds, m.apply(m.tabOf(first.Record(m.deps.record(first.Dir, first.Command)))))
	}
	return tea.Batch(cmds...)
}

// openShown connects to the sessions on the screen that the program is not connected to yet.
func (m *Model) openShown() tea.Cmd {
	return m.showSessions(slices.DeleteFunc(m.geo.Sessions(), func(id session.ID) bool { return m.live.Get(id) != nil }))
}

// openBackground connects to the sessions of the tabs behind the active one. The first time it
// begins everything else that nobody waits for.
func (m *Model) openBackground() tea.Cmd {
	if m.background.Begun() {
		return m.openNextOfBackground()
	}
	m.changed() // the page of a first launch comes now
	var ids []session.ID
	for _, t := range m.activeView().Tabs {
		ids = append(ids, t.Panes()...)
	}
	m.background.Begin(ids)
	cmds := []tea.Cmd{m.findOrphans(false), m.grants.Read(false), m.makeKeys(), m.openNextOfBackground(), m.startStatusCommand(), m.lookWhatChanged()}
	if rest := m.deps.Rest; rest != nil {
		cmds = append(cmds, outside(func() []command.Result {
			if say := rest(); say != "" {
				return asked(command.Say{Text: say, After: true})
			}
			return nil
		}))
	}
	return tea.Batch(cmds...)
}

// openNextOfBackground connects to some of the sessions that wait for that, as soon as those
// before have begun.
func (m *Model) openNextOfBackground() tea.Cmd {
	return m.showSessions(m.background.Next(m.now(), m.live.Begun, m.unopened))
}

// unopened reports whether a session is in a tab and was not connected to yet.
func (m *Model) unopened(id session.ID) bool {
	_, _, open := m.state.TabOf(id)
	l := m.live.Get(id)
	return open && (l == nil || l.Peeked)
}
