package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/workspace"
)

const (
	// restTime is how long what is not on the screen waits, when the program starts,
	// once there is news of what is: twenty hosts that all answer at once would keep
	// the one that is looked at from doing so.
	restTime = 20 * time.Millisecond
	// restLimit is how long it waits where there is no news.
	restLimit = 500 * time.Millisecond
)

// restDue says that the rest may begin.
type restDue struct{}

func (restDue) tell(m *Model) tea.Cmd { return m.openRest() }

// open starts what the screen shows first: the sessions of the active tab, or a
// first tab where nothing is open. For the others see [Model.openRest].
func (m *Model) open() tea.Cmd {
	cmds := []tea.Cmd{m.after(restLimit, restDue{})}
	view := m.activeView()
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
	if len(view.Tabs) == 0 || len(first.Command) > 0 {
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
			View: view.ID, Tab: m.newTab(), Index: -1, Record: record, Size: m.sizeFor(session.ID{}),
		}))
	}
	return tea.Batch(cmds...)
}

// openShown connects to what is on the screen now and waits with the rest.
func (m *Model) openShown() tea.Cmd {
	if m.rested {
		return nil
	}
	var cmds []tea.Cmd
	for _, b := range m.geo.Panes {
		if _, known := m.live[b.Session]; !known {
			cmds = append(cmds, m.showSession(b.Session))
		}
	}
	return tea.Batch(cmds...)
}

// hasten lets the rest begin soon: there is news of what is looked at.
func (m *Model) hasten() tea.Cmd {
	if m.armed.rest {
		return nil
	}
	m.armed.rest = true
	return m.after(restTime, restDue{})
}

// openRest connects to the sessions of the tabs behind the active one, and looks for
// sessions that no workspace knows. It does so once.
func (m *Model) openRest() tea.Cmd {
	if m.rested {
		return nil
	}
	m.armed.rest, m.rested = true, true
	m.changed() // the page of a first launch comes now
	cmds := []tea.Cmd{m.findOrphans(), m.doRest(), m.makeKeys()}
	for _, t := range m.activeView().Tabs {
		for _, id := range t.Panes() {
			if _, known := m.live[id]; !known {
				cmds = append(cmds, m.showSession(id))
			}
		}
	}
	return tea.Batch(cmds...)
}

// restDone brings what there is to say of the program's own rest; often nothing.
type restDone struct{ say string }

func (msg restDone) tell(m *Model) tea.Cmd {
	if msg.say != "" {
		m.sayAfter(msg.say)
	}
	return nil
}

// doRest does what the program has to do besides.
func (m *Model) doRest() tea.Cmd {
	rest := m.deps.Rest
	if rest == nil {
		return nil
	}
	return func() tea.Msg { return restDone{rest()} }
}
