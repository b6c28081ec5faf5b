package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/lists"
)

// menus are what menus list, of the model.
type menus struct{ m *Model }

func (l menus) Title(s command.Subject) string { return s.Title(l.m.state) }
func (l menus) Rows(s command.Subject) []dialog.MenuRow {
	return lists.MenuRows(s, l.m.focus(), l.m.keys())
}

// openMenuAt opens a menu at a cell. A button, which is held down then, opens it only where
// the configuration has it so.
func (m *Model) openMenuAt(r command.OpenMenuAt) tea.Cmd {
	if r.Held && m.config.Mouse.Right != config.OpensMenu {
		return nil
	}
	if r.Held && r.About.Kind == command.AboutPane {
		r.About.Link = m.linkUnder(r.At)
	}
	return m.ask(dialog.NewMenu(menus{m}, r.About, r.At, r.Held))
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
