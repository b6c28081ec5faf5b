package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/workspace"
)

const (
	// backgroundDelay is how long what is not on the screen waits, when the program starts,
	// once there is news of what is: twenty hosts that all answer at once would keep
	// the one that is looked at from doing so.
	backgroundDelay = 20 * time.Millisecond
	// backgroundLimit is how long it waits where there is no news.
	backgroundLimit = 500 * time.Millisecond
	// backgroundStep is how often it is looked whether the sessions that began have got as far
	// as a prompt, for the next ones.
	backgroundStep = 50 * time.Millisecond
)

type (
	// backgroundDue says that what is not on the screen may begin.
	backgroundDue struct{}
	// backgroundStepDue says that the next sessions of it may begin.
	backgroundStepDue struct{}
	// restDone brings what there is to say of the program's own rest; often nothing.
	restDone struct{ say string }
)

func (backgroundDue) tell(m *Model) tea.Cmd { return m.openBackground() }

func (backgroundStepDue) tell(m *Model) tea.Cmd {
	m.armed.backgroundStep = false
	return m.openNextOfBackground()
}

func (msg restDone) tell(m *Model) tea.Cmd {
	if msg.say != "" {
		m.sayAfter(msg.say)
	}
	return nil
}

// open starts what the screen shows first: the sessions of the active tab, or a
// first tab where nothing is open. For the others see [Model.openBackground].
func (m *Model) open() tea.Cmd {
	cmds := []tea.Cmd{m.after(backgroundLimit, backgroundDue{})}
	for _, id := range m.activeTab().Panes() {
		cmds = append(cmds, m.showSession(id))
	}
	first := m.deps.First
	if first.Template != nil {
		cmd, err := m.openTabs(*first.Template)
		if err != nil {
			m.sayFor(err.Error(), longNotice)
		}
		return tea.Batch(append(cmds, cmd)...)
	}
	if first.Opens(m.state) {
		dir := first.Dir
		if dir == "" {
			dir = m.deps.Dir
		}
		record := m.deps.record(dir, first.Command)
		record.Restart = first.Restart
		if first.ID != (session.ID{}) {
			record.ID = first.ID
		}
		cmds = append(cmds, m.apply(workspace.OpenTab{
			View: m.activeView().ID, Tab: m.newTab(), Index: -1, Record: record, Size: m.sizeFor(session.ID{}),
		}))
	}
	return tea.Batch(cmds...)
}

// openShown connects to what is on the screen now and was not connected to yet.
func (m *Model) openShown() tea.Cmd {
	var cmds []tea.Cmd
	for _, b := range m.geo.Panes {
		if m.live.Get(b.Session) == nil {
			cmds = append(cmds, m.showSession(b.Session))
		}
	}
	return tea.Batch(cmds...)
}

// openBackgroundSoon begins what is not on the screen soon: there is news of what is.
func (m *Model) openBackgroundSoon() tea.Cmd {
	if m.armed.background {
		return nil
	}
	m.armed.background = true
	return m.after(backgroundDelay, backgroundDue{})
}

// openBackground connects to the sessions of the tabs behind the active one, and looks for
// sessions that no workspace knows. It does so once.
func (m *Model) openBackground() tea.Cmd {
	if m.backgroundBegun {
		return nil
	}
	m.armed.background, m.backgroundBegun = true, true
	m.changed() // the page of a first launch comes now
	for _, t := range m.activeView().Tabs {
		m.background.Add(t.Panes()...)
	}
	cmds := []tea.Cmd{m.findOrphans(false), m.makeKeys(), m.openNextOfBackground(), m.startStatusCommand()}
	if rest := m.deps.Rest; rest != nil {
		cmds = append(cmds, func() tea.Msg { return restDone{rest()} })
	}
	return tea.Batch(cmds...)
}

// openNextOfBackground connects to some of the sessions that wait for that, as soon as those before
// have begun.
func (m *Model) openNextOfBackground() tea.Cmd {
	var cmds []tea.Cmd
	for _, id := range m.background.Next(m.now(), m.live.Begun, m.unopened) {
		cmds = append(cmds, m.showSession(id))
	}
	if !m.background.Empty() && !m.armed.backgroundStep {
		m.armed.backgroundStep = true
		cmds = append(cmds, m.after(backgroundStep, backgroundStepDue{}))
	}
	return tea.Batch(cmds...)
}

// unopened reports whether a session is in a tab and was not connected to yet.
func (m *Model) unopened(id session.ID) bool {
	_, _, open := m.state.TabOf(id)
	l := m.live.Get(id)
	return open && (l == nil || l.Peeked)
}

// wasFound goes on in the background: a session that ran on has nothing to begin with.
func (m *Model) wasFound(id session.ID) tea.Cmd {
	m.background.Done(id)
	return m.openNextOfBackground()
}
