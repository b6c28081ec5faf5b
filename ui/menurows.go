package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
)

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
