package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/geometry"
	"dormer/workspace"
)

// measure lays the screen out for a tab, beside the sidebar where there is one.
func (m *Model) measure(tab workspace.Tab) geometry.Screen {
	return geometry.Measure(m.sidebarWidth(), m.size, tab)
}

// layOut gives every session on the screen the size of its pane, and connects to
// those that waited for it.
func (m *Model) layOut() tea.Cmd {
	tab := m.activeTab()
	m.geo = m.measure(tab)
	preview := m.dialogs.Pictured()
	for id, l := range m.live.All() {
		_, shown := m.geo.Pane(id)
		l.Look(shown || id == preview)
	}
	for _, b := range m.geo.Panes {
		m.live.Get(b.Session).Fit(b.Content.Size(), m.now())
		m.lookAt(b.Session)
	}
	for id, l := range m.live.All() {
		l.Listen(m.looked(id), m.shown(id))
		_, shown := m.geo.Pane(id)
		l.Ended.Show(shown && l.TakesEnter(), m.now())
	}
	return m.openShown()
}
