package ui

import (
	"cmp"

	"dormer/session"
	"dormer/workspace"
)

// focusOn is what commands are resolved with that are meant for something else than
// the focus; false where that is gone.
func (m *Model) focusOn(s subject) (focus, bool) {
	c := m.focus()
	switch s.kind {
	case aboutPane, aboutOther:
		view, tab, ok := m.state.TabOf(s.pane)
		if !ok {
			return c, false
		}
		c.link = s.link
		return m.aimed(c, view, tab, s.pane), true
	case aboutTab:
		view, tab, ok := m.state.Tab(s.tab)
		if !ok {
			return c, false
		}
		return m.aimed(c, view, tab, tab.Active), true
	case aboutView:
		v, ok := m.state.View(s.view)
		if !ok {
			return c, false
		}
		_, tab, _ := m.state.Tab(v.ActiveTab)
		return m.aimed(c, v.ID, tab, tab.Active), true
	case aboutClosed:
		c.closed = s.pane
		return c, m.state.ClosedHolding(s.pane) >= 0
	case aboutAll, aboutTabs, aboutLayout:
	}
	return c, true
}

// aimed is a focus on a pane of some tab and view.
func (m *Model) aimed(c focus, view workspace.ViewID, tab workspace.Tab, pane session.ID) focus {
	c.view, _ = m.state.View(view)
	c.tab, c.pane = tab, pane
	c.geo = m.measure(tab)
	return c
}

// called is what people call a subject.
func (m *Model) called(s subject) string {
	switch s.kind {
	case aboutPane, aboutOther:
		return m.state.Sessions[s.pane].DisplayTitle()
	case aboutTab:
		_, tab, _ := m.state.Tab(s.tab)
		return m.state.TabTitle(tab)
	case aboutView:
		v, _ := m.state.View(s.view)
		return "view " + cmp.Or(v.Name, string(v.ID))
	case aboutTabs:
		return "tabs"
	case aboutLayout:
		return "layout"
	case aboutClosed:
		if i := m.state.ClosedHolding(s.pane); i >= 0 {
			return "closed " + m.state.Undo[i].Title
		}
	case aboutAll:
	}
	return m.state.Name
}

// aboutPane is what a line about a pane is about: the tab where it is the only one of it.
func (m *Model) aboutPane(id session.ID) *subject {
	_, t, open := m.state.TabOf(id)
	if !open {
		return nil
	}
	return aboutIn(t, id)
}
