package geometry

import (
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

func sid(n byte) session.ID { return uuid.UUID{0: n, 6: 0x40, 8: 0x80} }

func splitOf(axis workspace.Axis, nodes ...*workspace.Node) *workspace.Node {
	n := &workspace.Node{Axis: axis}
	for _, c := range nodes {
		n.Children = append(n.Children, workspace.Child{Weight: 1, Node: c})
	}
	return n
}

func leaf(n byte) *workspace.Node { return workspace.Leaf(sid(n)) }

// four returns a tab with a pane, two stacked panes and a fourth pane side by side, and one of them
// active.
func four(active byte) workspace.Tab {
	root := splitOf(workspace.Row, leaf(1), splitOf(workspace.Column, leaf(2), leaf(3)), leaf(4))
	return workspace.Tab{ID: uuid.UUID{1}, Root: root, Active: sid(active)}
}

// Bars are shown from 20x5 on, and the active pane has room at every size.
func TestActivePaneHasRoomAtEverySize(t *testing.T) {
	for rows := 1; rows < 30; rows++ {
		for _, cols := range []int{1, 2, 3, 5, 8, 13, 20, 21, 40, 80, 81} {
			for active := byte(1); active <= 4; active++ {
				g := Measure(0, session.Size{Rows: rows, Cols: cols}, four(active))
				if rows >= 5 && cols >= 20 && (g.TabBar.H != 1 || g.Status.H != 1) {
					t.Errorf("%dx%d has no bars", rows, cols)
				}
				if b, _ := g.Pane(sid(active)); b.Content.W < 1 || b.Content.H < 1 {
					t.Errorf("%dx%d: the active pane has no room: %+v", rows, cols, b)
				}
			}
		}
	}
}

// A click on a cell hits what is drawn there.
func TestEveryCellHasOneOwner(t *testing.T) {
	for _, sidebar := range []int{0, 20} {
		g := Measure(sidebar, session.Size{Rows: 24, Cols: 80}, four(1))
		for y := g.Body.Y; y < g.Body.Y+g.Body.H; y++ {
			for x := range g.Size.Cols {
				hits := 0
				for _, r := range []workspace.Rect{g.Sidebar, g.Edge()} {
					if r.Contains(x, y) {
						hits++
					}
				}
				if _, ok := g.PaneAt(x, y); ok {
					hits++
				}
				if _, ok := g.DividerAt(x, y); ok {
					hits++
				} else if y == g.Body.Y && x >= g.Body.X {
					hits++ // the divider with the topmost titles
				}
				if hits != 1 {
					t.Fatalf("beside %d columns: cell %d,%d belongs to %d things", sidebar, x, y, hits)
				}
			}
		}
	}
}

// A floating pane covers the panes under its frame.
func TestFloatingPaneCoversOthers(t *testing.T) {
	tab := four(1)
	tab.Floats = []workspace.Float{
		{Session: sid(5), Frame: workspace.Frame{X: 1000, Y: 1000, W: 5000, H: 5000}},
		{Session: sid(6), Frame: workspace.Frame{X: 3000, Y: 3000, W: 5000, H: 5000}},
	}
	g := Measure(0, session.Size{Rows: 24, Cols: 80}, tab)
	top, _ := g.Pane(sid(6))
	if !top.Bordered() {
		t.Fatalf("the upper one has no border: %+v", top)
	}
	for y := range g.Size.Rows {
		for x := range g.Size.Cols {
			if !top.Frame.Contains(x, y) {
				continue
			}
			if f, ok := g.FloatAt(x, y); !ok || f.Session != sid(6) {
				t.Fatalf("cell %d,%d of the topmost frame is %v's", x, y, f.Session)
			}
			if b, ok := g.PaneAt(x, y); ok != top.Content.Contains(x, y) || ok && b.Session != sid(6) {
				t.Fatalf("a click on %d,%d goes to %v", x, y, b.Session)
			}
			if _, ok := g.DividerAt(x, y); ok {
				t.Fatalf("a divider can be dragged through the frame at %d,%d", x, y)
			}
			if _, titled := g.TitleAt(x, y); titled != top.Title.Contains(x, y) {
				t.Fatalf("cell %d,%d of the frame is another pane's title", x, y)
			}
		}
	}
}

// Where two dividers meet, both can be dragged at once.
func TestDividersCross(t *testing.T) {
	g := Measure(0, session.Size{Rows: 24, Cols: 80}, four(1))
	upper, _ := g.Pane(sid(2))
	corner := At(upper.Content.X-1, upper.Content.Y+upper.Content.H)
	d, ok := g.DividerAt(corner.X, corner.Y)
	if !ok {
		t.Fatalf("no divider at %v", corner)
	}
	other := g.Crossing(d, corner.X, corner.Y)
	if other == nil || other.Axis == d.Axis {
		t.Errorf("at the corner %v of %+v meets %+v", corner, d, other)
	}
	if other := g.Crossing(d, corner.X, corner.Y+5); other != nil {
		t.Errorf("far from the corner %+v meets it", other)
	}
}
