package geometry

import (
	"slices"

	"dormer/workspace"
)

// Point is a cell of the screen.
type Point struct{ X, Y int }

// At returns the cell in column x and row y.
func At(x, y int) Point { return Point{X: x, Y: y} }

// PaneAt finds the pane whose content is at a cell. At a cell that a floating pane covers, it
// returns that pane, and false on its frame.
func (g Screen) PaneAt(x, y int) (Pane, bool) {
	if f, ok := g.FloatAt(x, y); ok {
		return f, f.Content.Contains(x, y)
	}
	for _, p := range g.Panes {
		if p.Content.Contains(x, y) && !p.Floats() {
			return p, true
		}
	}
	return Pane{}, false
}

// FloatAt finds the topmost floating pane that covers a cell.
func (g Screen) FloatAt(x, y int) (Pane, bool) {
	for _, p := range slices.Backward(g.Panes) {
		if p.Frame.Contains(x, y) {
			return p, true
		}
	}
	return Pane{}, false
}

// TitleAt finds the pane whose title line is at a cell that no other pane covers.
func (g Screen) TitleAt(x, y int) (Pane, bool) {
	if f, ok := g.FloatAt(x, y); ok {
		return f, f.Title.Contains(x, y)
	}
	for _, p := range g.Panes {
		if p.Title.Contains(x, y) {
			return p, true
		}
	}
	return Pane{}, false
}

// DividerAt finds the divider at a cell that no floating pane covers.
func (g Screen) DividerAt(x, y int) (workspace.Divider, bool) {
	if _, covered := g.FloatAt(x, y); covered {
		return workspace.Divider{}, false
	}
	for _, d := range g.Dividers {
		if d.Rect.Contains(x, y) {
			return d, true
		}
	}
	return workspace.Divider{}, false
}

// Crossing finds a divider of the other axis that meets d at a cell; nil if there is none.
func (g Screen) Crossing(d workspace.Divider, x, y int) *workspace.Divider {
	for _, by := range []Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if other, ok := g.DividerAt(x+by.X, y+by.Y); ok && other.Axis != d.Axis {
			return &other
		}
	}
	return nil
}
