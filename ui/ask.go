package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/workspace"
)

func (m *Model) askTabName() tea.Cmd {
	m.askNameOfTab(m.activeTab())
	return nil
}

func (m *Model) askNameOfTab(tab workspace.Tab) {
	unnamed := tab
	unnamed.Name = ""
	m.openDialog(newPrompt("Name of this tab", tab.Name, m.state.TabTitle(unnamed), func(m *Model, name string) tea.Cmd {
		return m.apply(workspace.RenameTab{Tab: tab.ID, Name: strings.TrimSpace(name)})
	}))
}

func (m *Model) askPaneName() tea.Cmd {
	m.askNameOfPane(m.activePane())
	return nil
}

func (m *Model) askNameOfPane(id session.ID) {
	r := m.state.Sessions[id]
	unnamed := r
	unnamed.Name = ""
	m.openDialog(newPrompt("Name of this pane", r.Name, unnamed.DisplayTitle(), func(m *Model, name string) tea.Cmd {
		return m.apply(workspace.RenameSession{Session: id, Name: strings.TrimSpace(name)})
	}))
}

// askKill asks before a process dies; a pane whose process is dead already goes
// without a question.
func (m *Model) askKill() tea.Cmd {
	id := m.activePane()
	if l := m.live[id]; l != nil && l.over() || !m.config.Panes.Confirm {
		return m.apply(workspace.KillPane{Session: id, Area: m.focus().splitSize()})
	}
	m.openDialog(&question{
		title:  "Kill `" + m.state.Sessions[id].DisplayTitle() + "`?",
		detail: "Its process ends and cannot be brought back. (" + m.keys.keyOf("pane.close") + " closes a pane and can be undone.)",
		yes:    func(m *Model) tea.Cmd { return m.apply(workspace.KillPane{Session: id, Area: m.focus().splitSize()}) },
	})
	return nil
}

func (m *Model) askView() tea.Cmd {
	m.openDialog(newPrompt("Name of the new view", "", "", func(m *Model, name string) tea.Cmd {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil
		}
		return m.apply(workspace.OpenView{View: workspace.ViewID(name), Name: name})
	}))
	return nil
}

// askTab asks for another tab.
func (m *Model) askTab(title string, accept func(m *Model, t workspace.Tab) tea.Cmd) tea.Cmd {
	from := m.activeTab().ID
	return m.openFinder(newFinder(title, plain(func(m *Model) (items []item) {
		for i, t := range m.activeView().Tabs {
			if t.ID == from {
				continue
			}
			items = append(items, item{
				id: t.ID.String(), text: strconv.Itoa(i+1) + " " + m.state.TabTitle(t), session: t.Active,
				choose: func(m *Model) tea.Cmd { return accept(m, t) },
			})
		}
		return items
	})))
}

func (m *Model) askMove() tea.Cmd {
	id := m.activePane()
	return m.askTab("Move this pane into", func(m *Model, t workspace.Tab) tea.Cmd {
		return m.apply(workspace.MovePane{Session: id, At: t.Active, Side: workspace.Right, Area: m.focus().splitSize()})
	})
}

func (m *Model) askJoin() tea.Cmd {
	from := m.activeTab().ID
	return m.askTab("Join this tab into", func(m *Model, t workspace.Tab) tea.Cmd {
		return m.apply(workspace.JoinTab{From: from, At: t.Active, Side: workspace.Right, Area: m.focus().splitSize()})
	})
}
