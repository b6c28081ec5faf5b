package ui

import (
	"cmp"

	"dormer/session"
	"dormer/ui/command"
	"dormer/workspace"
)

// focusOn is what commands are resolved with that are meant for something else than
// the focus; false where that is gone.
func (m *Model) focusOn(s command.Subject) (command.Focus, bool) {
	c := m.focus()
	switch s.Kind {
	case command.AboutPane, command.AboutOther:
		view, tab, ok := m.state.TabOf(s.Pane)
		if !ok {
			return c, false
		}
		c.Link = s.Link
		return m.aimed(c, view, tab, s.Pane), true
	case command.AboutTab:
		view, tab, ok := m.state.Tab(s.Tab)
		if !ok {
			return c, false
		}
		return m.aimed(c, view, tab, tab.Active), true
	case command.AboutView:
		v, ok := m.state.View(s.View)
		if !ok {
			return c, false
		}
		_, tab, _ := m.state.Tab(v.ActiveTab)
		return m.aimed(c, v.ID, tab, tab.Active), true
	case command.AboutClosed:
		c.Closed = s.Pane
		return c, m.state.ClosedHolding(s.Pane) >= 0
	case command.AboutAll, command.AboutTabs, command.AboutLayout:
	}
	return c, true
}

// aimed is a focus on a pane of some tab and view.
func (m *Model) aimed(c command.Focus, view workspace.ViewID, tab workspace.Tab, pane session.ID) command.Focus {
	c.View, _ = m.state.View(view)
	c.Tab, c.Pane = tab, pane
	c.Screen = m.measure(tab)
	return c
}

// called is what people call a subject.
func (m *Model) called(s command.Subject) string {
	switch s.Kind {
	case command.AboutPane, command.AboutOther:
		return m.state.Sessions[s.Pane].DisplayTitle()
	case command.AboutTab:
		_, tab, _ := m.state.Tab(s.Tab)
		return m.state.TabTitle(tab)
	case command.AboutView:
		v, _ := m.state.View(s.View)
		return "view " + cmp.Or(v.Name, string(v.ID))
	case command.AboutTabs:
		return "tabs"
	case command.AboutLayout:
		return "layout"
	case command.AboutClosed:
		if i := m.state.ClosedHolding(s.Pane); i >= 0 {
			return "closed " + m.state.Undo[i].Title
		}
	case command.AboutAll:
	}
	return m.state.Name
}

// aboutPane is what a line about a pane is about: the tab where it is the only one of it.
func (m *Model) aboutPane(id session.ID) *command.Subject {
	_, t, open := m.state.TabOf(id)
	if !open {
		return nil
	}
	return command.AboutIn(t, id)
}
