package ui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
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

// openMenu opens the menu about something at a cell.
func (m *Model) openMenu(s command.Subject, at geometry.Point) {
	m.openDialog(dialog.NewMenu(menus{m}, s, at, false))
}

// openMenuHeld opens it under the pointer, whose button is down.
func (m *Model) openMenuHeld(s command.Subject, at geometry.Point) {
	m.openDialog(dialog.NewMenu(menus{m}, s, at, true))
}

// menus are what menus list, of the model.
type menus struct{ m *Model }

func (l menus) Title(s command.Subject) string          { return l.m.called(s) }
func (l menus) Rows(s command.Subject) []dialog.MenuRow { return l.m.menuRows(s) }

// menuRows are the lines of the menu about something, as it is now.
func (m *Model) menuRows(s command.Subject) []dialog.MenuRow {
	at, there := m.focusOn(s)
	var rows []dialog.MenuRow
	for _, part := range s.Menu() {
		if len(rows) > 0 {
			rows = append(rows, dialog.MenuRow{})
		}
		for _, name := range part {
			rows = append(rows, m.menuRow(name, at, there))
		}
	}
	return rows
}

func (m *Model) menuRow(name string, at command.Focus, there bool) dialog.MenuRow {
	c := m.commands().Named(name)
	r := dialog.MenuRow{Name: name, Title: command.Call{Command: c}.Title(), Key: m.keys().KeyAfterPrefix(name)}
	if all := m.keys().Sequences(config.Normal, name); len(all) > 0 {
		r.Keys = all[0].Printed()
	}
	if c.Menu != "" {
		r.Title = c.Menu
	}
	if r.Why = c.Resolve(at).Why; !there {
		r.Why = "it is gone"
	}
	return r
}

// runMenu does a row's command for what the menu is about.
func (m *Model) runMenu(s command.Subject, name string) tea.Cmd {
	at, there := m.focusOn(s)
	if !there {
		m.say("that is closed meanwhile: nothing was done")
		return nil
	}
	return m.runFor(command.Call{Command: m.commands().Named(name)}, at)
}

// openMenuAt opens a menu at a cell. A button opens it only where the configuration has
// it so.
func (m *Model) openMenuAt(r command.OpenMenuAt) tea.Cmd {
	switch {
	case !r.Held:
		m.openMenu(r.About, r.At)
	case m.config.Mouse.Right == config.OpensMenu:
		if r.About.Kind == command.AboutPane {
			r.About.Link = m.linkUnder(r.At)
		}
		m.openMenuHeld(r.About, r.At)
	}
	return nil
}

// openMenuByKey opens the menu about something at its place on the screen.
func (m *Model) openMenuByKey(s command.Subject) tea.Cmd {
	m.openMenu(s, m.placeOf(s))
	return nil
}

// placeOf is where a menu opens that keys ask for: at what it is about.
func (m *Model) placeOf(s command.Subject) geometry.Point {
	if box, ok := m.geo.Pane(s.Pane); ok && s.Kind == command.AboutPane {
		return geometry.At(box.Content.X, box.Content.Y)
	}
	for _, spot := range m.tabSpots() {
		if s.Kind == command.AboutTab && spot.Tab == s.Tab && !spot.More {
			return geometry.At(spot.X, m.geo.TabBar.Y+1)
		}
	}
	switch s.Kind {
	case command.AboutAll, command.AboutView:
		return geometry.At(m.geo.Status.X, m.geo.Status.Y)
	}
	return geometry.At(m.geo.Body.X, m.geo.Body.Y)
}
