package ui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

// handCommands are the rows of the table for what is done to a layout beyond
// splitting it: taking changes back, floating panes, typing into several, and
// arrangements by name.
func handCommands() []command {
	return []command{
		{name: "undo", title: "undo (the last change or close)", group: groupLayout, prefix: []string{"u"}, hidden: true, resolve: undoLast},
		{name: "redo", title: "redo (what was undone)", group: groupLayout, prefix: []string{"ctrl+r"}, hidden: true, resolve: redoLast},

		{name: "float.new", title: "new floating pane", group: groupPanes, prefix: []string{"F"}, hidden: true, resolve: newFloat},
		{name: "float.toggle", title: "float pane, or put it back into the layout", menu: "float, or put back", group: groupPanes, prefix: []string{"alt+f"}, hidden: true, resolve: withPane(toggleFloat)},
		{name: "float.hide", title: "hide or show floats", group: groupPanes, prefix: []string{"v"}, hidden: true, resolve: withPane(hideFloats)},
		{name: "float.hide-one", title: "hide this floating pane, or show one that is hidden", menu: "hide it", group: groupPanes, prefix: []string{"_"}, hidden: true, resolve: withPane(hideFloat)},
		{name: "float.left", title: "move floating pane left", group: groupLayout, prefix: []string{"shift+left"}, repeat: true, hidden: true, resolve: nudge(workspace.Left)},
		{name: "float.down", title: "move floating pane down", group: groupLayout, prefix: []string{"shift+down"}, repeat: true, hidden: true, resolve: nudge(workspace.Down)},
		{name: "float.up", title: "move floating pane up", group: groupLayout, prefix: []string{"shift+up"}, repeat: true, hidden: true, resolve: nudge(workspace.Up)},
		{name: "float.right", title: "move floating pane right", group: groupLayout, prefix: []string{"shift+right"}, repeat: true, hidden: true, resolve: nudge(workspace.Right)},

		{name: "sync.tab", title: "type into all panes (or into one again)", group: groupPanes, prefix: []string{"alt+s"}, hidden: true, resolve: withPanes(syncAll)},
		{name: "sync.pane", title: "type into this pane too (or no longer)", menu: "type into it too", group: groupPanes, prefix: []string{"alt+p"}, hidden: true, resolve: withPanes(syncOne)},

		{name: "arrangement.save", title: "save this layout under a name", menu: "save the layout", group: groupLayout, prefix: []string{"alt+a"}, hidden: true, resolve: withPane(func(c focus) resolved { return ask(AskArrangement{c.tab.ID}) }), args: "[NAME]", with: givingName(saveAs)},
		{name: "arrangement.use", title: "saved layouts (of this tab)", group: groupLayout, prefix: []string{"alt+l"}, hidden: true, resolve: withPane(func(c focus) resolved {
			if len(c.tab.Saved) == 0 {
				return c.cannotBut("none is saved", "arrangement.save", "saves this one")
			}
			return ask(ChooseArrangement{c.tab.ID})
		}), args: "[NAME]", with: givingName(useSaved)},

		{name: "tab.to-view", title: "move tab into another view", menu: "move into another view", group: groupViews, prefix: []string{"alt+w"}, hidden: true, resolve: withPane(func(c focus) resolved {
			if len(c.state.Views) < 2 {
				return c.withoutOtherView()
			}
			return ask(ChooseView{Tab: c.tab.ID, From: c.view.ID})
		})},
		{name: "view.rename", title: "rename view", group: groupViews, prefix: []string{"alt+v"}, hidden: true, resolve: func(c focus) resolved { return ask(AskViewName{c.view.ID}) }, args: "[NAME]", with: nameView},
	}
}

func undoLast(c focus) resolved {
	if len(c.state.Undo)+len(c.state.Past) == 0 {
		return c.cannotBut(nothingChanged, "overview", "shows what is open")
	}
	return act(workspace.Undo{At: c.mint.now(), Tab: c.mint.newTab()})
}

func redoLast(c focus) resolved {
	switch {
	case len(c.state.Future) > 0:
	case len(c.state.Undo)+len(c.state.Past) == 0:
		return c.cannotBut(nothingChanged, "overview", "shows what is open")
	default:
		return c.cannotBut("nothing was undone since the last change", "undo", "undoes it")
	}
	return act(workspace.Redo{At: c.mint.now(), Tab: c.mint.newTab()})
}

func newFloat(c focus) resolved {
	if c.empty() {
		return newTab(c)
	}
	return act(workspace.OpenFloat{Tab: c.tab.ID, Record: c.mint.newRecord(c), Area: c.geo.Area.Size()})
}

func toggleFloat(c focus) resolved {
	if _, floats := c.tab.Float(c.pane); floats {
		return act(workspace.TilePane{Session: c.pane, Area: c.splitSize()})
	}
	if c.tab.Root.Pane() {
		return c.cannotBut("it is the only pane in the layout", "float.new", "opens one over it")
	}
	return act(workspace.FloatPane{Session: c.pane, Area: c.splitSize()})
}

// hideFloats hides what is shown of them; where all are hidden it shows them.
func hideFloats(c focus) resolved {
	if len(c.tab.Floats) == 0 {
		return c.cannotBut("nothing floats", "float.new", "opens a floating pane")
	}
	return act(workspace.ShowFloats{Tab: c.tab.ID, Show: hiddenIn(c.tab) == len(c.tab.Floats)})
}

// hideFloat hides the floating pane that has the focus. Where another pane has it, a
// hidden one is shown: the one there is, or the one that is chosen.
func hideFloat(c focus) resolved {
	f, floats := c.tab.Float(c.pane)
	if floats && !f.Hidden {
		return act(workspace.HideFloat{Session: c.pane})
	}
	hidden := hiddenFloats(c.tab)
	switch {
	case floats:
		return act(workspace.FocusPane{Session: c.pane})
	case len(hidden) == 0:
		return c.withoutFloat("no pane floats here")
	case len(hidden) == 1:
		return act(workspace.FocusPane{Session: hidden[0]})
	}
	return ask(AskHiddenFloat{c.tab.ID})
}

// askHidden asks which of the hidden floating panes of a tab is to be shown.
func (m *Model) askHidden(tab workspace.TabID) tea.Cmd {
	return m.openFinder(newFinder("Show the floating pane", m.plain(func() (items []item) {
		_, t, _ := m.state.Tab(tab)
		for _, id := range hiddenFloats(t) {
			it := m.paneItem(id, 0, m.status)
			it.choose = act(workspace.FocusPane{Session: id})
			items = append(items, it)
		}
		return items
	})))
}

// nudge moves a floating pane by what is about as much to the eye in each
// direction.
func nudge(side workspace.Direction) func(focus) resolved {
	cells := 1
	if side == workspace.Left || side == workspace.Right {
		cells = 2
	}
	return withPane(func(c focus) resolved {
		if _, floats := c.tab.Float(c.pane); !floats {
			return c.withoutFloat("the pane does not float")
		}
		return act(workspace.MoveFloat{Session: c.pane, Side: side, Cells: cells, Area: c.geo.Area.Size(), At: c.mint.now()})
	})
}

func syncAll(c focus) resolved {
	return act(workspace.SyncTab{Tab: c.tab.ID, On: len(c.tab.Synced) == 0})
}

func syncOne(c focus) resolved {
	return act(workspace.SyncPane{Session: c.pane, On: !slices.Contains(c.tab.Synced, c.pane)})
}

func (m *Model) askSaveArrangement(tab workspace.TabID) tea.Cmd {
	m.openDialog(newPrompt("Save this layout as", "", "", func(name string) resolved {
		if name = strings.TrimSpace(name); name == "" {
			return resolved{}
		}
		return ask(SaveArrangement{Tab: tab, Name: name})
	}))
	return nil
}

// saveArrangement keeps the layout of a tab under a name.
func (m *Model) saveArrangement(tab workspace.TabID, name string) tea.Cmd {
	cmd, err := m.try(workspace.SaveArrangement{Tab: tab, Name: name})
	if err != nil {
		m.refused(err)
		return nil
	}
	m.say("saved this layout as `" + name + "`: " + m.keys().keyOf("arrangement.use") + " brings it back")
	return cmd
}

// openArrangements lists the layouts that were saved for the tab.
func (m *Model) openArrangements(tab workspace.TabID) tea.Cmd {
	f := newFinder("Saved layouts of this tab", m.plain(func() (items []item) {
		_, t, _ := m.state.Tab(tab)
		for _, s := range t.Saved {
			items = append(items, item{
				id: "arrangement " + s.Name, text: s.Name, detail: panesText(len(workspace.Tab{Root: s.Root, Floats: s.Floats}.Panes())),
				choose: act(workspace.UseArrangement{Tab: tab, Name: s.Name}),
			})
		}
		return items
	}))
	f.does = "lays the tab out so"
	f.verbs = []verb{{key: "ctrl+x", title: "deletes", asks: func(it item) resolved {
		return act(workspace.DropArrangement{Tab: tab, Name: it.text})
	}}}
	return m.openFinder(f)
}

// askTabToView asks for the view that the tab goes to.
func (m *Model) askTabToView(r ChooseView) tea.Cmd {
	return m.openFinder(newFinder("Move this tab into", m.plain(func() (items []item) {
		for _, v := range m.state.Views {
			if v.ID == r.From {
				continue
			}
			items = append(items, item{
				id: "view " + string(v.ID), text: v.Name, detail: tabsText(len(v.Tabs)),
				choose: act(workspace.MoveTabToView{Tab: r.Tab, View: v.ID, Index: -1}),
			})
		}
		return items
	})))
}

func (m *Model) askViewName(id workspace.ViewID) tea.Cmd {
	v, _ := m.state.View(id)
	m.openDialog(newNaming("Name of this view", v.Name, string(v.ID), func(name string) resolved {
		return act(workspace.RenameView{View: v.ID, Name: name})
	}))
	return nil
}

func panesText(n int) string { return counted(n, "pane") }
func tabsText(n int) string  { return counted(n, "tab") }

// counted is a number of things: "1 pane", "3 panes".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
