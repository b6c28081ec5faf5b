package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/habits"
	"dormer/ui/sidebar"
)

// sidebarWidth returns the width of the sidebar with its edge, 0 if it is not shown.
func (m *Model) sidebarWidth() int {
	if !m.habits.Sidebar {
		return 0
	}
	return sidebar.Width(m.habits.SidebarCols, m.size)
}

// sidebarScene returns the lines of the sidebar, with SGR.
func (m *Model) sidebarScene() []string {
	r := m.geo.Sidebar
	if r.W < 1 {
		return nil
	}
	return m.side.Lines(m.labels(), m.lists().Sidebar(), m.activePane(), r.W, r.H)
}

// sizeSidebar sets the width of the sidebar while its edge is dragged; 0 is the usual width.
func (m *Model) sizeSidebar(cols int) {
	if cols > 0 {
		cols = max(cols, sidebar.Narrowest)
	}
	m.habits.SidebarCols = cols
	m.changed()
}

// keepSidebar keeps the width that the sidebar was dragged to, or closes it if that is very narrow.
func (m *Model) keepSidebar(cols int) tea.Cmd {
	return m.remember(func(h *habits.Habits) {
		if cols < sidebar.Narrowest/2 {
			h.Sidebar, h.SidebarCols = false, 0
		}
	})
}

// scrollSidebar scrolls the list of the sidebar. Drawing it keeps Top within the list.
func (m *Model) scrollSidebar(lines int) {
	m.side.Top = max(m.side.Top+lines, 0)
	m.changed()
}
