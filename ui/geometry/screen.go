package geometry

import (
	"dormer/session"
	"dormer/workspace"
)

// Screen is the layout of the screen. The rectangle of an element that does not fit is empty.
type Screen struct {
	Size    session.Size
	TabBar  workspace.Rect
	Sidebar workspace.Rect // without its edge
	Body    workspace.Rect
	Status  workspace.Rect
	Area    workspace.Rect // the area of panes and dividers
	Titled  bool           // panes have a title line
	// Panes are the places of the panes. Floating panes come last, the topmost at the end.
	Panes    []Pane
	Dividers []workspace.Divider
}

// RowsForTabBar and rowsForStatus are the minimum numbers of rows for a screen with a tab bar and
// with a status line.
const (
	RowsForTabBar = 4
	rowsForStatus = 3
)

// ColsForSidebar is the minimum number of columns for a screen with a sidebar.
const ColsForSidebar = 60

// Measure lays out a tab on a screen of the given size, next to a sidebar. sidebar is the number of
// its columns including its edge; 0 for none. On a screen that is too small for bars and content,
// the bars are left out.
func Measure(sidebar int, size session.Size, tab workspace.Tab) Screen {
	g := Screen{Size: size}
	top, bottom := 0, size.Rows
	if size.Rows >= RowsForTabBar {
		g.TabBar = workspace.Rect{X: 0, Y: 0, W: size.Cols, H: 1}
		top++
	}
	if size.Rows >= rowsForStatus {
		bottom--
		g.Status = workspace.Rect{X: 0, Y: bottom, W: size.Cols, H: 1}
	}
	g.Body = workspace.Rect{X: sidebar, Y: top, W: size.Cols - sidebar, H: max(bottom-top, 0)}
	if sidebar > 0 {
		g.Sidebar = workspace.Rect{X: 0, Y: top, W: sidebar - 1, H: g.Body.H}
	}
	g.Area = g.Body
	if tab.Root == nil {
		return g
	}
	if len(workspace.Leaves(tab.Root)) > 1 && !tab.Zoomed && g.Body.H > 2 {
		g.Titled = true
		g.Area.Y++
		g.Area.H--
	}
	g.arrange(tab)
	return g
}

// With returns the layout of the same screen for another tab.
func (g Screen) With(tab workspace.Tab) Screen { return Measure(g.Body.X, g.Size, tab) }

// arrange places the panes of a tab in the area.
func (g *Screen) arrange(tab workspace.Tab) {
	arranged := workspace.ArrangeTab(tab, g.Area)
	g.Dividers = arranged.Dividers
	for _, p := range arranged.Panes {
		box := Pane{Session: p.Session, Content: p.Rect}
		if g.Titled && p.Rect.W > 0 && p.Rect.H > 0 {
			box.Title = workspace.Rect{X: p.Rect.X, Y: p.Rect.Y - 1, W: p.Rect.W, H: 1}
		}
		g.Panes = append(g.Panes, box)
	}
	for _, f := range arranged.Floats {
		box := Pane{Session: f.Session, Content: f.Rect, Frame: f.Frame}
		if box.Bordered() {
			box.Title = workspace.Rect{X: f.Rect.X, Y: f.Frame.Y, W: f.Rect.W, H: 1}
		}
		g.Panes = append(g.Panes, box)
	}
}

// Sessions returns the sessions of the panes.
func (g Screen) Sessions() (ids []session.ID) {
	for _, p := range g.Panes {
		ids = append(ids, p.Session)
	}
	return ids
}

// Pane returns the place of a session, or false if it has none.
func (g Screen) Pane(id session.ID) (Pane, bool) {
	for _, p := range g.Panes {
		if p.Session == id {
			return p, true
		}
	}
	return Pane{}, false
}

// Edge returns the line between the sidebar and the panes; empty if there is no sidebar.
func (g Screen) Edge() workspace.Rect {
	if g.Sidebar.W < 1 {
		return workspace.Rect{}
	}
	return workspace.Rect{X: g.Sidebar.X + g.Sidebar.W, Y: g.Sidebar.Y, W: 1, H: g.Sidebar.H}
}

// LineFrom reports whether a line between panes begins at the edge in row y.
func (g Screen) LineFrom(y int) bool {
	if g.Titled && y == g.Body.Y {
		return true
	}
	for _, d := range g.Dividers {
		if d.Axis == workspace.Column && d.Rect.Y == y && d.Rect.X == g.Body.X {
			return true
		}
	}
	return false
}
