package ui

import (
	"slices"

	"dormer/session"
	"dormer/workspace"

	tea "charm.land/bubbletea/v2"
)

// geometry is where everything is on the screen. It is computed once for a state
// and a size; drawing and hit-testing use the same rectangles.
type geometry struct {
	size    session.Size
	tabBar  workspace.Rect
	sidebar workspace.Rect // without its edge
	body    workspace.Rect
	status  workspace.Rect
	area    workspace.Rect // what panes and dividers share
	titled  bool           // panes have a title line
	// panes are the places of the panes; those that float come after the others, the
	// topmost last.
	panes    []paneBox
	dividers []workspace.Divider
}

// paneBox is the place of one pane. The title is the line above the content; it
// is empty where the pane has none.
type paneBox struct {
	session session.ID
	content workspace.Rect
	title   workspace.Rect
	// frame is all that a floating pane covers; it is empty for one of the layout.
	frame workspace.Rect
}

// floats reports whether the pane lies over the layout.
func (b paneBox) floats() bool { return !b.frame.Empty() }

// bordered reports whether a floating pane has room for a border.
func (b paneBox) bordered() bool { return b.floats() && b.frame != b.content }

// The least numbers of rows that leave room for the tab bar and the status line.
const (
	rowsForTabBar = 4
	rowsForStatus = 3
)

// measure lays the screen out for a tab, beside the sidebar where there is one.
func (m *Model) measure(tab workspace.Tab) geometry {
	return measureBeside(m.sidebarWidth(), m.size, tab)
}

// measureBeside lays the screen out for a tab beside a sidebar of some columns. Bars
// give way to content on screens that are too small for both.
func measureBeside(sidebar int, size session.Size, tab workspace.Tab) geometry {
	g := geometry{size: size}
	top, bottom := 0, size.Rows
	if size.Rows >= rowsForTabBar {
		g.tabBar = workspace.Rect{X: 0, Y: 0, W: size.Cols, H: 1}
		top++
	}
	if size.Rows >= rowsForStatus {
		bottom--
		g.status = workspace.Rect{X: 0, Y: bottom, W: size.Cols, H: 1}
	}
	g.body = workspace.Rect{X: sidebar, Y: top, W: size.Cols - sidebar, H: max(bottom-top, 0)}
	if sidebar > 0 {
		g.sidebar = workspace.Rect{X: 0, Y: top, W: sidebar - 1, H: g.body.H}
	}
	g.area = g.body
	if tab.Root == nil {
		return g
	}
	if len(workspace.Leaves(tab.Root)) > 1 && !tab.Zoomed && g.body.H > 2 {
		g.titled = true
		g.area.Y++
		g.area.H--
	}
	arranged := workspace.ArrangeTab(tab, g.area)
	g.dividers = arranged.Dividers
	for _, p := range arranged.Panes {
		box := paneBox{session: p.Session, content: p.Rect}
		if g.titled && p.Rect.W > 0 && p.Rect.H > 0 {
			box.title = workspace.Rect{X: p.Rect.X, Y: p.Rect.Y - 1, W: p.Rect.W, H: 1}
		}
		g.panes = append(g.panes, box)
	}
	for _, f := range arranged.Floats {
		box := paneBox{session: f.Session, content: f.Rect, frame: f.Frame}
		if box.bordered() {
			box.title = workspace.Rect{X: f.Rect.X, Y: f.Frame.Y, W: f.Rect.W, H: 1}
		}
		g.panes = append(g.panes, box)
	}
	return g
}

// areaSize is the size that actions about the layout are given.
func (g geometry) areaSize() session.Size {
	return g.area.Size()
}

// box finds the place of a session.
func (g geometry) box(id session.ID) (paneBox, bool) {
	for _, p := range g.panes {
		if p.session == id {
			return p, true
		}
	}
	return paneBox{}, false
}

// contentSize is the size of a session's terminal, zero where it has no room.
func (b paneBox) contentSize() session.Size {
	return b.content.Size()
}

// paneAt finds the pane whose content is at a cell.
func (g geometry) paneAt(x, y int) (paneBox, bool) {
	if f, ok := g.floatAt(x, y); ok {
		return f, f.content.Contains(x, y)
	}
	for _, p := range g.panes {
		if p.content.Contains(x, y) && !p.floats() {
			return p, true
		}
	}
	return paneBox{}, false
}

// floatAt finds the topmost floating pane that covers a cell.
func (g geometry) floatAt(x, y int) (paneBox, bool) {
	for _, p := range slices.Backward(g.panes) {
		if p.frame.Contains(x, y) {
			return p, true
		}
	}
	return paneBox{}, false
}

// titleAt finds the pane whose title line is at a cell.
func (g geometry) titleAt(x, y int) (paneBox, bool) {
	if f, ok := g.floatAt(x, y); ok {
		return f, f.title.Contains(x, y)
	}
	for _, p := range g.panes {
		if p.title.Contains(x, y) {
			return p, true
		}
	}
	return paneBox{}, false
}

// dividerAt finds the divider at a cell.
func (g geometry) dividerAt(x, y int) (workspace.Divider, bool) {
	if _, covered := g.floatAt(x, y); covered {
		return workspace.Divider{}, false
	}
	for _, d := range g.dividers {
		if d.Rect.Contains(x, y) {
			return d, true
		}
	}
	return workspace.Divider{}, false
}

// layOut gives every session on the screen the size of its pane, and connects to
// those that waited for it.
func (m *Model) layOut() tea.Cmd {
	tab := m.activeTab()
	m.geo = m.measure(tab)
	peeked := m.previewed()
	for id, l := range m.live {
		if _, shown := m.geo.box(id); l.client != nil && (shown || peeked == id) == l.hidden {
			l.hidden = !l.hidden
			l.client.Look(!l.hidden)
		}
	}
	for _, b := range m.geo.panes {
		l := m.live[b.session]
		if l == nil || l.client == nil {
			continue
		}
		size := b.contentSize()
		if size != l.size && size.Rows > 0 && size.Cols > 0 {
			l.size, l.resized = size, m.now()
			l.client.Resize(size)
		}
	}
	m.lookAt(tab.Active)
	for id, l := range m.live {
		m.listenTo(id, l)
	}
	return m.openShown()
}
