package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/links"
	"dormer/workspace"
)

// pressedRight opens the menu about what is under the pointer; false where there is
// none. A child that asked for the mouse keeps it, unless Alt or Shift says that
// dormer is meant: of the two, most terminals keep Shift to themselves.
func (m *Model) pressedRight(e input.Mouse) (bool, tea.Cmd) {
	if m.config.Mouse.Right != config.OpensMenu {
		return false, nil
	}
	if box, ok := m.geo.PaneAt(e.X, e.Y); ok && m.wantsMouse(box.Session) && e.Mod&(keys.Alt|keys.Shift) == 0 {
		return false, nil
	}
	s := m.subjectAt(e.X, e.Y)
	var cmd tea.Cmd
	if s.Kind == command.AboutPane && s.Pane != m.activePane() {
		cmd = m.apply(workspace.FocusPane{Session: s.Pane})
	}
	m.openMenuHeld(s, geometry.At(e.X, e.Y))
	return true, cmd
}

// subjectAt is what is at a cell: a tab, what the sidebar lists, a pane by its text,
// its title or its frame, a line between panes; elsewhere the workspace.
func (m *Model) subjectAt(x, y int) command.Subject {
	switch {
	case m.geo.TabBar.Contains(x, y):
		if spot, ok := bars.TabAt(m.tabSpots(), x); ok && !spot.Create && !spot.More {
			return command.Subject{Kind: command.AboutTab, Tab: spot.Tab}
		}
		return command.Subject{Kind: command.AboutTabs}
	case m.geo.Sidebar.Contains(x, y):
		return m.subjectListed(y)
	case m.activeTab().Root == nil:
		return command.Subject{Kind: command.AboutTabs}
	}
	if id, ok := m.paneNear(x, y); ok {
		return command.Subject{Kind: command.AboutPane, Pane: id, Link: m.linkUnder(x, y)}
	}
	if _, ok := m.geo.DividerAt(x, y); ok || m.geo.Titled && y == m.geo.Body.Y {
		return command.Subject{Kind: command.AboutLayout}
	}
	return command.Subject{Kind: command.AboutAll}
}

// linkUnder is the link at a cell of the screen, nil where none is.
func (m *Model) linkUnder(x, y int) *links.Target {
	box, ok := m.geo.PaneAt(x, y)
	if !ok {
		return nil
	}
	l, ok := m.linkAt(box, x-box.Content.X, y-box.Content.Y)
	if !ok {
		return nil
	}
	return &l.Target
}

// paneNear is the pane that a cell belongs to: of its text, its title's words or its
// frame.
func (m *Model) paneNear(x, y int) (session.ID, bool) {
	if box, ok := m.geo.PaneAt(x, y); ok {
		return box.Session, true
	}
	if box, ok := m.geo.FloatAt(x, y); ok {
		return box.Session, true
	}
	box, ok := m.geo.TitleAt(x, y)
	return box.Session, ok && m.onLabel(box, x)
}

// subjectListed is what the sidebar lists in a row of the screen.
func (m *Model) subjectListed(y int) command.Subject {
	items, at := m.sidebarItems(), m.side.top+y-m.geo.Sidebar.Y-1
	if y > m.geo.Sidebar.Y && at < len(items) {
		if s := items[at].About; s != nil {
			return *s
		}
	}
	return command.Subject{Kind: command.AboutAll}
}
