package ui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/lists"
	"dormer/workspace"
)

func (m *Model) openHelp() tea.Cmd {
	m.openDialog(dialog.NewHelp(m.keys()))
	return nil
}

func (m *Model) numberPanes() tea.Cmd {
	m.openDialog(dialog.NewPaneNumbers(func() geometry.Screen { return m.geo }))
	return nil
}

func (m *Model) askTabName(id workspace.TabID) tea.Cmd {
	if _, tab, ok := m.state.Tab(id); ok {
		m.askNameOfTab(tab)
	}
	return nil
}

func (m *Model) askNameOfTab(tab workspace.Tab) {
	unnamed := tab
	unnamed.Name = ""
	m.openDialog(dialog.NewNaming("Name of this tab", tab.Name, m.state.TabTitle(unnamed), func(name string) command.Result {
		return command.Act(workspace.RenameTab{Tab: tab.ID, Name: name})
	}))
}

// askTabNumber asks which tab to go to.
func (m *Model) askTabNumber() tea.Cmd {
	m.openDialog(dialog.NewPrompt("Go to the tab with the number or name", "", "1 to "+strconv.Itoa(len(m.activeView().Tabs)), func(typed string) command.Result {
		if typed = strings.TrimSpace(typed); typed == "" {
			return command.Result{}
		}
		return command.Ask(command.GoToTab{Typed: typed})
	}))
	return nil
}

func (m *Model) askPaneName(id session.ID) tea.Cmd {
	m.askNameOfPane(id)
	return nil
}

func (m *Model) askNameOfPane(id session.ID) {
	r := m.state.Sessions[id]
	unnamed := r
	unnamed.Name = ""
	m.openDialog(dialog.NewNaming("Name of this pane", r.Name, unnamed.DisplayTitle(), func(name string) command.Result {
		return command.Act(workspace.RenameSession{Session: id, Name: name})
	}))
}

// askKill asks before a process dies; a pane whose process is dead already goes
// without a question.
func (m *Model) askKill(id session.ID) tea.Cmd {
	if l := m.live[id]; l != nil && l.over() || !m.config.Panes.Confirm {
		return m.apply(workspace.KillPane{Session: id, Area: m.focus().SplitSize()})
	}
	m.openDialog(&dialog.Question{
		Title:  "Kill `" + m.state.Sessions[id].DisplayTitle() + "`?",
		Detail: "Its process ends and cannot be brought back. (" + m.keys().KeyOf("pane.close") + " closes a pane and can be undone.)",
		Yes:    command.Ask(command.KillPane{Session: id}),
		Danger: true,
	})
	return nil
}

func (m *Model) askView() tea.Cmd {
	m.openDialog(dialog.NewPrompt("Name of the new view", "", "", func(name string) command.Result {
		name = strings.TrimSpace(name)
		if name == "" {
			return command.Result{}
		}
		return command.Act(workspace.OpenView{View: workspace.ViewID(name), Name: name})
	}))
	return nil
}

// goToTab goes to the tab with a number, or with a name.
func (m *Model) goToTab(typed string) tea.Cmd {
	return m.do(command.SelectTab(typed, m.focus()))
}

// askTab asks for another tab, of this view or of another one.
func (m *Model) askTab(title string, from workspace.TabID, view workspace.ViewID, accept func(t workspace.Tab) command.Request) tea.Cmd {
	return m.openFinder(dialog.NewFinder(title, m.plain(func() (items []dialog.Item) {
		for _, v := range m.thisViewFirst(view) {
			for i, t := range v.Tabs {
				if t.ID == from {
					continue
				}
				it := dialog.Item{
					ID: t.ID.String(), Text: strconv.Itoa(i+1) + " " + m.state.TabTitle(t), Session: t.Active,
					Choose: command.Ask(accept(t)),
				}
				if v.ID != view {
					it.Detail = "in " + v.Name
				}
				items = append(items, it)
			}
		}
		return items
	})))
}

// thisViewFirst are all views, that with an id before the others.
func (m *Model) thisViewFirst(id workspace.ViewID) (out []workspace.View) {
	for _, v := range m.state.Views {
		if v.ID == id {
			out = slices.Insert(out, 0, v)
		} else {
			out = append(out, v)
		}
	}
	return out
}

func (m *Model) askMove(r command.AskMovePane) tea.Cmd {
	return m.askTab("Move this pane into", r.From, r.View, func(t workspace.Tab) command.Request {
		return command.MovePane{Session: r.Session, At: t.Active}
	})
}

func (m *Model) askJoin(r command.AskJoinTab) tea.Cmd {
	return m.askTab("Join this tab into", r.From, r.View, func(t workspace.Tab) command.Request {
		return command.JoinTab{From: r.From, At: t.Active}
	})
}

// askHidden asks which of the hidden floating panes of a tab is to be shown.
func (m *Model) askHidden(tab workspace.TabID) tea.Cmd {
	return m.openFinder(dialog.NewFinder("Show the floating pane", m.plain(func() (items []dialog.Item) {
		_, t, _ := m.state.Tab(tab)
		for _, id := range t.HiddenFloats() {
			it := m.lists().PaneItem(id, 0, m.labels().Told)
			it.Choose = command.Act(workspace.FocusPane{Session: id})
			items = append(items, it)
		}
		return items
	})))
}

// askTabToView asks for the view that the tab goes to.
func (m *Model) askTabToView(r command.ChooseView) tea.Cmd {
	return m.openFinder(dialog.NewFinder("Move this tab into", m.plain(func() (items []dialog.Item) {
		for _, v := range m.state.Views {
			if v.ID == r.From {
				continue
			}
			items = append(items, dialog.Item{
				ID: "view " + string(v.ID), Text: v.Name, Detail: lists.Counted(len(v.Tabs), "tab"),
				Choose: command.Act(workspace.MoveTabToView{Tab: r.Tab, View: v.ID, Index: -1}),
			})
		}
		return items
	})))
}

func (m *Model) askViewName(id workspace.ViewID) tea.Cmd {
	v, _ := m.state.View(id)
	m.openDialog(dialog.NewNaming("Name of this view", v.Name, string(v.ID), func(name string) command.Result {
		return command.Act(workspace.RenameView{View: v.ID, Name: name})
	}))
	return nil
}
