package ui

import (
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/buffers"
	"dormer/ui/geometry"
	"dormer/ui/habits"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/ui/sidebar"
	"dormer/workspace"
)

// memory keeps the habits and copies of a test.
type memory struct {
	kept   habits.Habits
	copied []buffers.Copied
}

// sidebarCols is the default width of a sidebar with its edge.
const sidebarCols = 27

func (m *memory) Load() habits.Habits  { return m.kept }
func (m *memory) Save(h habits.Habits) { m.kept = h }

func (m *memory) LoadCopied() []buffers.Copied     { return m.copied }
func (m *memory) SaveCopied(list []buffers.Copied) { m.copied = list }

// frame returns the whole screen without the cells of the sessions.
func (w *world) frame() []string {
	w.t.Helper()
	return text(emptied(w.t, w.m.scene()))
}

func TestSidebarIsBesideThePanes(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 10, Cols: 70})
	kept := &memory{}
	w.m.deps.Memory = kept
	w.press("ctrl+b", `"`, "ctrl+b", "c", "ctrl+b", "b")
	if !kept.kept.Sidebar {
		t.Error("its open state is not saved")
	}
	if got := expect[wire.Resize](t, w.owner()); got.Size != (session.Size{Rows: 8, Cols: 70 - sidebarCols}) {
		t.Errorf("the pane beside it has %+v", got.Size)
	}
	w.press("ctrl+b", "1")
	want := []string{
		" 1 src  2 src  +",
		" 3 open                   ├─ /src ────────────────────────────────────",
		"  1 src  2 panes          │",
		"    src  /src             │",
		"›   src  /src             │",
		"  2 src  /src             ┢━ /src ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━",
	}
	for i, line := range w.frame()[:6] {
		line = strings.ReplaceAll(line, "┢", "├")
		if line != strings.ReplaceAll(want[i], "┢", "├") {
			t.Errorf("row %d is\n%q, want\n%q", i, line, want[i])
		}
	}
	w.mouse(4, 5, keys.ButtonLeft, keys.MousePress) // the second tab
	w.mouse(4, 5, keys.ButtonLeft, keys.MouseRelease)
	if i := w.m.activeView().Index(w.m.activeTab().ID); i != 1 {
		t.Errorf("a click selects tab %d", i)
	}
	w.mouse(4, 5, keys.ButtonMiddle, keys.MousePress)
	if w.tabs() != 1 || len(w.m.state.Undo) != 1 {
		t.Error("the middle button does not close")
	}
	if got := w.frame()[1]; !strings.HasPrefix(got, " 2 open, 1 closed") {
		t.Errorf("the counts are %q", got)
	}
	w.press("ctrl+b", "b")
	if kept.kept.Sidebar || w.m.geo.Body.X != 0 {
		t.Error("it does not close")
	}
}

func TestSidebarWidthByDragging(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 10, Cols: 100})
	kept := &memory{}
	w.m.deps.Memory = kept
	w.press("ctrl+b", "b")
	w.mouse(sidebarCols-1, 4, keys.ButtonLeft, keys.MousePress)
	w.mouse(34, 4, keys.ButtonLeft, keys.MouseMotion)
	if kept.kept.SidebarCols != 0 || w.m.geo.Body.X != 35 {
		t.Errorf("during the drag the panes begin at %d, and %+v is saved", w.m.geo.Body.X, kept.kept)
	}
	w.mouse(34, 4, keys.ButtonLeft, keys.MouseRelease)
	if kept.kept.SidebarCols != 35 {
		t.Errorf("saved is %+v", kept.kept)
	}
	for _, tt := range []struct{ to, body int }{{10, sidebar.Narrowest}, {90, 50}, {2, 0}} {
		w.mouse(w.m.geo.Edge().X, 4, keys.ButtonLeft, keys.MousePress)
		w.mouse(tt.to, 4, keys.ButtonLeft, keys.MouseRelease)
		if w.m.geo.Body.X != tt.body {
			t.Errorf("dragged to %d the panes begin at %d, want %d", tt.to, w.m.geo.Body.X, tt.body)
		}
	}
	if kept.kept.Sidebar {
		t.Error("dragged to the edge it does not close")
	}
}

// Esc cancels the drag and restores the sidebar's width.
func TestSidebarKeepsItsWidthAfterEsc(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 10, Cols: 100})
	kept := &memory{}
	w.m.deps.Memory = kept
	w.press("ctrl+b", "b")
	for _, cols := range []int{sidebarCols, 40} {
		w.mouse(w.m.geo.Edge().X, 4, keys.ButtonLeft, keys.MousePress)
		w.mouse(30, 4, keys.ButtonLeft, keys.MouseMotion)
		w.press("esc")
		w.mouse(33, 4, keys.ButtonLeft, keys.MouseMotion)
		w.mouse(33, 4, keys.ButtonLeft, keys.MouseRelease)
		if w.m.geo.Body.X != cols {
			t.Errorf("after Esc the panes begin at %d, want %d", w.m.geo.Body.X, cols)
		}
		w.mouse(w.m.geo.Edge().X, 4, keys.ButtonLeft, keys.MousePress)
		w.mouse(39, 4, keys.ButtonLeft, keys.MouseRelease)
	}
	if kept.kept.SidebarCols != 40 {
		t.Errorf("saved is %+v", kept.kept)
	}
}

// Tabs and panes are dragged to lines of the sidebar, and from there.
func TestDraggingToAndFromTheSidebar(t *testing.T) {
	// The sidebar: view main with tabs a and bc, then view two with tab d.
	const counts, lineMain, lineA, lineBC, lineB, lineC, lineTwo, lineD = 1, 2, 3, 4, 5, 6, 7, 8
	bar := func(w *world, tab int) geometry.Point { return geometry.At(w.m.tabSpots()[tab].X+1, 0) }
	line := func(y int) func(*world) geometry.Point {
		return func(*world) geometry.Point { return geometry.At(3, y) }
	}
	tests := []struct {
		name     string
		from, to func(*world) geometry.Point
		want     string
	}{
		{"a_tab_of_the_bar_to_a_view", func(w *world) geometry.Point { return bar(w, 0) }, line(lineTwo), "main: bc; two: d a"},
		{"tab_to_a_position_in_the_bar", func(w *world) geometry.Point { return bar(w, 0) }, line(lineD), "main: bc; two: a d"},
		{"a_tab_listed_to_a_view", line(lineBC), line(lineTwo), "main: a; two: d bc"},
		{"a_tab_listed_to_another_place", line(lineBC), line(lineA), "main: bc a; two: d"},
		{"a_tab_listed_to_the_bar", line(lineBC), func(w *world) geometry.Point { return bar(w, 0) }, "main: bc a; two: d"},
		{"a_pane_listed_into_a_tab", line(lineB), line(lineA), "main: ab c; two: d"},
		{"a_pane_listed_into_a_tab_elsewhere", line(lineC), line(lineD), "main: a b; two: dc"},
		{"a_pane_listed_onto_the_screen", line(lineC), func(w *world) geometry.Point { return geometry.At(w.m.geo.Body.X+2, 5) }, "main: a cb; two: d"},
		{"view_cannot_be_dragged", line(lineTwo), line(lineA), "main: a bc; two: d"},
		{"a_tab_to_its_own_view", line(lineA), line(lineMain), "main: a bc; two: d"},
		{"a_tab_to_the_counts", line(lineA), line(counts), "main: a bc; two: d"},
		{"a_pane_to_its_own_tab", line(lineB), line(lineC), "main: a bc; two: d"},
		{"a_click", line(lineD), line(lineD), "main: a bc; two: d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, session.Size{Rows: 20, Cols: 100})
			ids := []session.ID{w.m.activePane()}
			w.press("ctrl+b", "c")
			ids = append(ids, w.m.activePane())
			w.press("ctrl+b", "%")
			ids = append(ids, w.m.activePane())
			w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"}))
			w.press("ctrl+b", "c")
			ids = append(ids, w.m.activePane())
			w.do(w.m.apply(workspace.SwitchView{View: workspace.MainView}))
			w.press("ctrl+b", "b")
			from, to := tt.from(w), tt.to(w)
			w.dragTo(from.X, from.Y, to.X, to.Y)
			var views []string
			for _, v := range w.m.state.Views {
				view := v.Name + ":"
				for _, tab := range v.Tabs {
					view += " "
					for _, id := range tab.Panes() {
						view += string(rune('a' + slices.Index(ids, id)))
					}
				}
				views = append(views, view)
			}
			if got := strings.Join(views, "; "); got != tt.want {
				t.Errorf("it is %q, want %q", got, tt.want)
			}
			if w.m.pointer.DragsItem() {
				t.Error("the drag has not ended")
			}
		})
	}
}

func TestSidebarIsHiddenOnANarrowScreen(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 10, Cols: geometry.ColsForSidebar})
	w.press("ctrl+b", "b")
	if w.m.geo.Sidebar.W == 0 {
		t.Fatal("it is not shown")
	}
	eachSize(func(size session.Size) {
		w.take(loop.Size{Size: size})
		if shown := w.m.geo.Sidebar.W > 0; shown && size.Cols < geometry.ColsForSidebar {
			t.Errorf("%+v has a sidebar", size)
		}
		if got := w.frame(); len(got) != size.Rows {
			t.Errorf("%+v: %d rows are drawn", size, len(got))
		}
	})
	w.take(loop.Size{Size: session.Size{Rows: 10, Cols: geometry.ColsForSidebar - 1}})
	w.press("ctrl+b", "b")
	if !w.m.habits.Sidebar || !strings.Contains(w.m.notices.Shown.Text, "Ctrl-b w") {
		t.Errorf("without room the notice is %q", w.m.notices.Shown.Text)
	}
}

func TestSidebarScrollsAndFollowsTheFocus(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 8, Cols: 80})
	for range 12 {
		w.press("ctrl+b", "c")
	}
	w.press("ctrl+b", "b")
	if rows := w.frame(); !strings.Contains(strings.Join(rows, "\n"), " 13 src") {
		t.Errorf("the active tab is not shown:\n%s", strings.Join(rows, "\n"))
	}
	w.mouse(3, 3, keys.WheelUp, keys.MousePress)
	w.mouse(3, 3, keys.WheelUp, keys.MousePress)
	top := w.m.side.Top
	w.m.changed()
	if w.frame(); w.m.side.Top != top || top == 0 {
		t.Errorf("the wheel shows %d, then %d", top, w.m.side.Top)
	}
	w.do(w.m.apply(workspace.FocusTab{Tab: w.m.activeView().Tabs[0].ID}))
	if w.frame(); w.m.side.Top != 0 {
		t.Errorf("the focus on the first tab shows the list from %d", w.m.side.Top)
	}
}
