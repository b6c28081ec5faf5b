package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

type (
	// orphansFound brings the sessions that run and that no workspace knows.
	orphansFound struct{ records []workspace.Record }
	// orphansSought brings them to whoever asked for them to be opened.
	orphansSought struct{ records []workspace.Record }
)

func (msg orphansFound) tell(m *Model) tea.Cmd {
	m.recovered(msg)
	return nil
}

func (msg orphansSought) tell(m *Model) tea.Cmd {
	m.orphans = msg.records
	return m.openOrphans()
}

// findOrphans looks for sessions without a workspace, once, while the user works.
func (m *Model) findOrphans() tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return nil
	}
	return func() tea.Msg { return orphansFound{find()} }
}

func (m *Model) recovered(msg orphansFound) {
	m.orphans = msg.records
	m.forgetAdopted()
	switch n := len(m.orphans); n {
	case 0:
	case 1:
		m.sayAfter("recovered: 1 session runs that no workspace knows; " + m.keys().KeyOf("session.adopt") + " opens it here")
	default:
		m.sayAfter(fmt.Sprintf("recovered: %d sessions run that no workspace knows; %s opens them here", n, m.keys().KeyOf("session.adopt")))
	}
}

// forgetAdopted drops those that are open here meanwhile.
func (m *Model) forgetAdopted() {
	var left []workspace.Record
	for _, r := range m.orphans {
		if _, here := m.state.Sessions[r.ID]; !here {
			left = append(left, r)
		}
	}
	m.orphans = left
}

// adopt opens the recovered sessions in tabs of their own, after it has looked once
// more: since the program began others may have lost their workspace.
func (m *Model) adopt() tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return m.openOrphans()
	}
	return func() tea.Msg { return orphansSought{find()} }
}

// openOrphans opens those that are known of. Their processes are those that they
// have: a session that has a host never gets a second one.
func (m *Model) openOrphans() tea.Cmd {
	m.forgetAdopted()
	if len(m.orphans) == 0 {
		m.say("nothing to recover: each session that runs is in a workspace")
		return nil
	}
	var cmds []tea.Cmd
	for _, r := range m.orphans {
		view := m.activeView()
		cmds = append(cmds, m.apply(workspace.OpenTab{
			View: view.ID, Tab: m.newTab(), Index: len(view.Tabs), Record: r, Size: m.focus().Screen.Body.Size(),
		}))
	}
	m.orphans = nil
	return tea.Batch(cmds...)
}
