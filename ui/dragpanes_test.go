package ui

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/keys"
	"dormer/workspace"
)

// dragTo drags from one cell to another with the left button.
func (w *world) dragTo(fromX, fromY, x, y int) {
	w.mouse(fromX, fromY, keys.ButtonLeft, keys.MousePress)
	w.mouse(x, y, keys.ButtonLeft, keys.MouseMotion)
	w.mouse(x, y, keys.ButtonLeft, keys.MouseRelease)
}

// twoPanes returns a world with a pane on the left and the active one on the right.
func twoPanes(t *testing.T) (w *world, left, right session.ID) {
	w = newWorld(t, standard)
	left = w.m.activePane()
	w.press("ctrl+b", "%")
	return w, left, w.m.activePane()
}

func TestDragTitleOntoAnotherPane(t *testing.T) {
	tests := []struct {
		name  string
		x, y  int
		check func(w *world, left, right session.ID) bool
	}{
		{"into_the_middle_of_another_swaps", 60, 11, func(w *world, left, right session.ID) bool {
			ids := w.panes()
			return len(ids) == 2 && ids[0] == right && ids[1] == left
		}},
		{"to_the_lower_side_of_another", 60, 21, func(w *world, left, right session.ID) bool {
			root := w.m.activeTab().Root
			return root.Axis == workspace.Column && w.panes()[1] == left
		}},
		{"to_the_upper_side_of_another", 60, 2, func(w *world, left, right session.ID) bool {
			root := w.m.activeTab().Root
			return root.Axis == workspace.Column && w.panes()[0] == left
		}},
		{"to_the_free_part_of_the_tab_bar_breaks_it_out", 70, 0, func(w *world, left, right session.ID) bool {
			return w.tabs() == 2 && len(w.panes()) == 1 && w.panes()[0] == left
		}},
		{"onto_itself", 10, 10, func(w *world, left, right session.ID) bool {
			ids := w.panes()
			return ids[0] == left && ids[1] == right && w.m.activeTab().Root.Axis == workspace.Row
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, left, right := twoPanes(t)
			w.dragTo(2, 1, tt.x, tt.y)
			if !tt.check(w, left, right) {
				t.Errorf("the tab is %+v, panes %v of left %v and right %v", w.m.activeTab(), w.panes(), left, right)
			}
			if w.m.pointer.DragsItem() {
				t.Error("the drag has not ended")
			}
		})
	}
}

func TestDragTitleToAnotherTab(t *testing.T) {
	w, left, _ := twoPanes(t)
	w.press("ctrl+b", "c", "ctrl+b", "1")
	spot := w.m.tabSpots()[1]
	w.dragTo(2, 1, spot.X+1, 0)
	if view, tab, ok := w.m.state.TabOf(left); !ok || view != w.m.state.ActiveView || len(tab.Panes()) != 2 || w.m.activePane() != left {
		t.Errorf("the tab is %+v", tab)
	}
}

func TestDropTargetIsHighlighted(t *testing.T) {
	w, left, right := twoPanes(t)
	w.mouse(2, 1, keys.ButtonLeft, keys.MousePress)
	w.mouse(60, 11, keys.ButtonLeft, keys.MouseMotion)
	s := w.m.scene()
	if len(s.Overlays) != 1 || !strings.Contains(s.Overlays[0].Text, "swap") {
		t.Fatalf("%d overlays", len(s.Overlays))
	}
	if box, _ := w.m.geo.Pane(right); s.Overlays[0].Rect != box.Content {
		t.Errorf("highlighted is %+v, the pane is at %+v", s.Overlays[0].Rect, box.Content)
	}
	w.press("esc")
	w.mouse(60, 11, keys.ButtonLeft, keys.MouseRelease)
	if ids := w.panes(); ids[0] != left || len(w.m.scene().Overlays) != 0 {
		t.Error("Esc does not cancel the drag")
	}
}

func TestDragTab(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activeTab().ID
	w.press("ctrl+b", "c", "ctrl+b", "c")
	spots := w.m.tabSpots()
	w.dragTo(spots[0].X+1, 0, spots[2].X+1, 0)
	if tabs := w.m.activeView().Tabs; tabs[2].ID != first || w.m.activeTab().ID != first {
		t.Errorf("it is not the last")
	}
	w.press("ctrl+b", "u")
	if tabs := w.m.activeView().Tabs; tabs[0].ID != first {
		t.Error("undo does not move it back")
	}
}

func TestDragAndResizeFloat(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "F")
	id := w.m.activePane()
	frame := func() workspace.Rect { b, _ := w.m.geo.Pane(id); return b.Frame }
	was := frame()
	w.dragTo(was.X+5, was.Y, was.X+9, was.Y+2)
	if got, want := frame(), (workspace.Rect{X: was.X + 4, Y: was.Y + 2, W: was.W, H: was.H}); got != want {
		t.Fatalf("moved to %+v, want %+v", got, want)
	}
	now := frame()
	w.dragTo(now.X+now.W-1, now.Y+now.H-1, now.X+now.W-6, now.Y+now.H-3)
	if got, want := frame(), (workspace.Rect{X: now.X, Y: now.Y, W: now.W - 5, H: now.H - 2}); got != want {
		t.Fatalf("resized to %+v, want %+v", got, want)
	}
	now = frame()
	w.mouse(now.X+5, now.Y, keys.ButtonLeft, keys.MousePress)
	w.mouse(0, 23, keys.ButtonLeft, keys.MouseMotion)
	w.press("esc")
	if got := frame(); got != now {
		t.Errorf("after Esc it is at %+v, want %+v", got, now)
	}
	if w.m.pointer.DragsItem() {
		t.Error("a drag has not ended")
	}
}

func TestDraggingACrossingMovesBothDividers(t *testing.T) {
	w, left, right := twoPanes(t)
	w.press("ctrl+b", `"`)
	var across workspace.Divider
	for _, d := range w.m.geo.Dividers {
		if d.Axis == workspace.Column {
			across = d
		}
	}
	x, y := across.Rect.X-1, across.Rect.Y
	w.dragTo(x, y, x-10, y+4)
	l, _ := w.m.geo.Pane(left)
	r, _ := w.m.geo.Pane(right)
	if l.Content.W != x-10 || r.Content.Y+r.Content.H != y+4 {
		t.Errorf("left %+v, right %+v", l.Content, r.Content)
	}
	w.press("ctrl+b", "u")
	if l, _ := w.m.geo.Pane(left); l.Content.W != x {
		t.Errorf("undo leaves %+v", l.Content)
	}
}

func TestDoubleClickOnTitleZooms(t *testing.T) {
	w, left, _ := twoPanes(t)
	for range 2 {
		w.mouse(2, 1, keys.ButtonLeft, keys.MousePress)
		w.mouse(2, 1, keys.ButtonLeft, keys.MouseRelease)
	}
	if tab := w.m.activeTab(); !tab.Zoomed || tab.Active != left {
		t.Errorf("the tab is %+v", tab)
	}
}

func TestDragIsNotAClick(t *testing.T) {
	w, _, _ := twoPanes(t)
	w.dragTo(2, 1, 9, 1)
	w.mouse(2, 1, keys.ButtonLeft, keys.MousePress)
	w.mouse(2, 1, keys.ButtonLeft, keys.MouseRelease)
	if w.m.activeTab().Zoomed {
		t.Error("a drag and a click count as two clicks")
	}
}

func TestReleaseAfterCancelledDragReachesNoChild(t *testing.T) {
	w, _, right := twoPanes(t)
	o := w.owners[right]
	w.tell(o, wire.Frame{Seq: 1, Rows: 21, Cols: 39, Full: true, Title: "x", Modes: grid.Modes{Mouse: grid.MouseButton, MouseEncoding: grid.MouseEncSGR}})
	w.mouse(2, 1, keys.ButtonLeft, keys.MousePress)
	w.mouse(60, 11, keys.ButtonLeft, keys.MouseMotion)
	w.press("esc")
	w.mouse(61, 11, keys.ButtonLeft, keys.MouseMotion)
	w.mouse(61, 11, keys.ButtonLeft, keys.MouseRelease)
	w.mouse(62, 11, keys.ButtonLeft, keys.MousePress)
	if got := string(expect[wire.Input](t, o).Data); !strings.HasPrefix(got, "\x1b[<0;") || strings.Contains(got, "m") {
		t.Errorf("the child gets %q, want its own press", got)
	}
}
