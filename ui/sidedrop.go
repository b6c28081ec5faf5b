package ui

import (
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/workspace"
)

// takeListed takes hold of a tab or a pane by its line in the sidebar.
func (m *Model) takeListed(it dialog.Item, e input.Mouse) {
	if e.Button != keys.ButtonLeft {
		return
	}
	at := geometry.At(e.X, e.Y)
	c := carry{from: at, at: at, began: m.now()}
	if it.About == nil {
		return
	}
	switch s := *it.About; s.Kind {
	case command.AboutTab:
		c.kind, c.tab = carriedTab, s.Tab
	case command.AboutOther:
		_, tab, _ := m.state.TabOf(s.Pane)
		c.kind, c.session, c.tab = carriedPane, s.Pane, tab.ID
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutView, command.AboutLayout, command.AboutClosed:
		return
	}
	m.carry = c
}

// dropOnSidebar puts a tab into the view whose line the pointer is on, or to the place
// of the tab there, and a pane into that tab.
func (m *Model) dropOnSidebar() (drop, bool) {
	d := drop{rect: workspace.Rect{X: m.geo.Sidebar.X, Y: m.carry.at.Y, W: m.geo.Sidebar.W, H: 1}}
	s := m.subjectListed(m.carry.at.Y)
	tab, at := s.Tab, s.Pane
	if s.Kind == command.AboutOther {
		_, t, _ := m.state.TabOf(s.Pane)
		tab = t.ID
	}
	view, t, found := m.state.Tab(tab)
	switch {
	case s.Kind == command.AboutView && m.carry.kind == carriedTab && s.View != m.state.ActiveView:
		v, _ := m.state.View(s.View)
		d.says, d.action = "into "+v.Name, workspace.MoveTabToView{Tab: m.carry.tab, View: v.ID, Index: -1}
	case !found || s.Kind != command.AboutTab && s.Kind != command.AboutOther:
	case m.carry.kind == carriedTab:
		d.says, d.action = "here", m.toPlaceOf(view, t)
	case t.ID == m.carry.tab:
	case m.carry.kind == carriedPane:
		if s.Kind == command.AboutTab {
			at = t.Active
		}
		d.says = "into it"
		d.action = workspace.MovePane{Session: m.carry.session, At: at, Side: workspace.Right, Area: m.focus().SplitSize()}
	}
	return d, d.action != nil
}

// toPlaceOf moves the tab that is carried to the place of another; nil for its own.
func (m *Model) toPlaceOf(view workspace.ViewID, t workspace.Tab) workspace.Action {
	v, _ := m.state.View(view)
	index := v.Index(t.ID)
	switch {
	case t.ID == m.carry.tab:
		return nil
	case view != m.state.ActiveView:
		return workspace.MoveTabToView{Tab: m.carry.tab, View: view, Index: index}
	}
	return workspace.MoveTab{Tab: m.carry.tab, Index: index}
}
