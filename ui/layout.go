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
	peeked := m.previewed()
	for id, l := range m.live {
		if _, shown := m.geo.Pane(id); l.client != nil && (shown || peeked == id) == l.hidden {
			l.hidden = !l.hidden
			l.client.Look(!l.hidden)
		}
	}
	for _, b := range m.geo.Panes {
		l := m.live[b.Session]
		if l == nil || l.client == nil {
			continue
		}
		size := b.Content.Size()
		if size != l.size && size.Rows > 0 && size.Cols > 0 {
			l.size, l.resized = size, m.now()
			l.client.Resize(size)
		}
	}
	for _, b := range m.geo.Panes {
		m.lookAt(b.Session)
	}
	for id, l := range m.live {
		m.listenTo(id, l)
	}
	m.noteEnded()
	return m.openShown()
}
