package workspace

import (
	"testing"

	"pgregory.net/rapid"

	"dormer/session"
)

func TestResize(t *testing.T) {
	area := session.Size{Rows: 3, Cols: 14}
	tests := []struct {
		name, layout string
		action       Action
		want         string
	}{
		{"right_border_outward", "[a b c]", ResizePane{Session: sid('b'), Side: Right, Cells: 1, Area: area}, `
			aaaa|bbbbb|ccc
			aaaa|bbbbb|ccc
			aaaa|bbbbb|ccc`},
		{"left_border_outward", "[a b c]", ResizePane{Session: sid('b'), Side: Left, Cells: 2, Area: area}, `
			aa|bbbbbb|cccc
			aa|bbbbbb|cccc
			aa|bbbbbb|cccc`},
		{"border_inward", "[a b c]", ResizePane{Session: sid('b'), Side: Right, Cells: -1, Area: area}, `
			aaaa|bbb|ccccc
			aaaa|bbb|ccccc
			aaaa|bbb|ccccc`},
		{"no_border_there_moves_the_other_the_same_way", "[a b c]", ResizePane{Session: sid('c'), Side: Right, Cells: 1, Area: area}, `
			aaaa|bbbbb|ccc
			aaaa|bbbbb|ccc
			aaaa|bbbbb|ccc`},
		{"first_to_the_left_shrinks", "[a b c]", ResizePane{Session: sid('a'), Side: Left, Cells: 2, Area: area}, `
			aa|bbbbbb|cccc
			aa|bbbbbb|cccc
			aa|bbbbbb|cccc`},
		{"the_nearest_gives_first", "[a b c]", ResizePane{Session: sid('a'), Side: Right, Cells: 3, Area: area}, `
			aaaaaaa|bb|ccc
			aaaaaaa|bb|ccc
			aaaaaaa|bb|ccc`},
		{"no_further_than_the_smallest", "[a b c]", ResizePane{Session: sid('a'), Side: Right, Cells: 99, Area: area}, `
			aaaaaaaa|bb|cc
			aaaaaaaa|bb|cc
			aaaaaaaa|bb|cc`},
		{"the_border_of_an_outer_split", "[{a b} c]", ResizePane{Session: sid('b'), Side: Right, Cells: 1, Area: area}, `
			aaaaaaaa|ccccc
			--------|ccccc
			bbbbbbbb|ccccc`},
		{"a_split_gives_what_all_in_it_can", "[a {b [c d]}]", ResizePane{Session: sid('a'), Side: Right, Cells: 9, Area: area}, `
			aaaaaaaa|bbbbb
			aaaaaaaa|-----
			aaaaaaaa|cc|dd`},
		{"dragged", "[a b c]", MoveBorder{Tab: tid(1), Index: 1, Position: 11, Area: area}, `
			aaaa|bbbbbb|cc
			aaaa|bbbbbb|cc
			aaaa|bbbbbb|cc`},
		{"dragged_to_where_it_is", "[a b c]", MoveBorder{Tab: tid(1), Index: 0, Position: 4, Area: area}, `
			aaaa|bbbb|cccc
			aaaa|bbbb|cccc
			aaaa|bbbb|cccc`},
		{"dragged_out_of_the_area", "[a b c]", MoveBorder{Tab: tid(1), Index: 1, Position: -7, Area: area}, `
			aa|bb|cccccccc
			aa|bb|cccccccc
			aa|bb|cccccccc`},
		{"dragged_within_a_split", "{[a b] c}", MoveBorder{Tab: tid(1), Path: []int{0}, Index: 0, Position: 3, Area: area}, `
			aaa|bbbbbbbbbb
			--------------
			cccccccccccccc`},
		{"split_leaves_the_others_their_cells", "[a*2 b*6 c*4]", SplitPane{Tab: tid(1), At: sid('b'), Side: Right, Record: newRecord('d'), Area: area}, `
			aa|bbb|dd|cccc
			aa|bbb|dd|cccc
			aa|bbb|dd|cccc`},
		{"close_leaves_the_others_their_cells", "[a*3 b*4 c*5]", ClosePane{Session: sid('b'), At: noon, Area: area}, `
			aaaaaaaa|ccccc
			aaaaaaaa|ccccc
			aaaaaaaa|ccccc`},
		{"close_of_the_first_gives_to_the_second", "[a*3 b*4 c*5]", ClosePane{Session: sid('a'), At: noon, Area: area}, `
			bbbbbbbb|ccccc
			bbbbbbbb|ccccc
			bbbbbbbb|ccccc`},
		{"merging_keeps_the_cells", "[a*3 {[b*2 c*7] d}*10]", ClosePane{Session: sid('d'), At: noon, Area: area}, `
			aaa|bb|ccccccc
			aaa|bb|ccccccc
			aaa|bb|ccccccc`},
		{"equal", "[a*1 b*9 {c*1 d*2}*2]", Equalize{Tab: tid(1)}, `
			aaaa|bbbb|cccc
			aaaa|bbbb|----
			aaaa|bbbb|dddd`},
		{"main_left", "[a b c]", ApplyPreset{Tab: tid(1), Preset: MainLeft}, `
			aaaaaaaa|bbbbb
			aaaaaaaa|-----
			aaaaaaaa|ccccc`},
		{"tiled", "[a b c]", ApplyPreset{Tab: tid(1), Preset: Tiled}, `
			aaaaaaa|bbbbbb
			--------------
			cccccccccccccc`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, tt.layout), tt.action)
			if got, want := drawnTab(s, area.Cols, area.Rows), picture(tt.want); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestResizeShowsAZoomedTabWhole(t *testing.T) {
	s := must(t, opened(t, "[a b]"), ToggleZoom{sid('a')}, ResizePane{Session: sid('a'), Side: Right, Cells: 1, Area: screen})
	if want := "1* [a* b]"; described(s) != want {
		t.Errorf("got %s, want %s", described(s), want)
	}
}

// After a border is moved and moved back, every cell is where it was.
func TestResizeThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := randomLayout(rapidDice{t}, 0, new(int))
		size := session.Size{Rows: 120, Cols: 300}
		area := Rect{W: size.Cols, H: size.Rows}
		if root.Pane() || !fits(root, area) {
			return
		}
		s := withTab(New("test"), MainView, tid(1), root)
		laid := Arrange(root, area)
		d := laid.Dividers[rapid.IntRange(0, len(laid.Dividers)-1).Draw(t, "divider")]
		from, _ := d.Rect.span(d.Axis)
		split := nodeAt(inCells(root, area), d.Path)
		free := func(c Child) int { return c.Weight - minExtent(c.Node, d.Axis) }
		by := rapid.IntRange(-free(split.Children[d.Index]), free(split.Children[d.Index+1])).Draw(t, "by")
		there := MoveBorder{Tab: tid(1), Path: d.Path, Index: d.Index, Position: from + by, Area: size}
		back := there
		back.Position = from

		moved := must(t, s, there)
		now := Arrange(moved.Views[0].Tabs[0].Root, area)
		if at, ok := dividerOf(now, d); !ok || at != from+by {
			t.Fatalf("border at %d after a drag from %d by %d", at, from, by)
		}
		tab := must(t, moved, back).Views[0].Tabs[0]
		again := Arrange(tab.Root, area)
		if at, _ := dividerOf(again, d); at != from {
			t.Fatalf("border at %d after it was dragged back to %d", at, from)
		}
		outside := func(a Arrangement) []Pane {
			return filter(a.Panes, func(p Pane) bool { return !holds(nodeAt(root, d.Path), p.Session) })
		}
		if before, after := outside(laid), outside(now); len(before) != len(after) || drawn(Arrangement{Area: area, Panes: before}) != drawn(Arrangement{Area: area, Panes: after}) {
			t.Fatal("panes outside the split moved")
		}
	})
}

func dividerOf(a Arrangement, d Divider) (int, bool) {
	for _, other := range a.Dividers {
		if other.Index == d.Index && string(pathBytes(other.Path)) == string(pathBytes(d.Path)) {
			start, _ := other.Rect.span(d.Axis)
			return start, true
		}
	}
	return 0, false
}

func pathBytes(path []int) []byte {
	var out []byte
	for _, i := range path {
		out = append(out, byte(i))
	}
	return out
}

// A split takes its cells only from the pane that is split.
func TestSplitTouchesOnePane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := randomLayout(rapidDice{t}, 0, new(int))
		size := session.Size{Rows: 100, Cols: 250}
		area := Rect{W: size.Cols, H: size.Rows}
		s := withTab(New("test"), MainView, tid(1), root)
		ids := Leaves(root)
		at := ids[rapid.IntRange(0, len(ids)-1).Draw(t, "pane")]
		side := Direction(rapid.IntRange(0, 3).Draw(t, "side"))
		r := Record{ID: sid(200)}
		next, _, err := Apply(s, SplitPane{Tab: tid(1), At: at, Side: side, Record: r, Area: size})
		if (err == nil) != CanSplit(root, area, at, side) {
			t.Fatalf("can split: %t; split: %v", CanSplit(root, area, at, side), err)
		}
		if err != nil {
			return
		}
		before, after := Arrange(root, area), Arrange(next.Views[0].Tabs[0].Root, area)
		for _, p := range before.Panes {
			now, _ := after.Pane(p.Session)
			if p.Session != at && now != p {
				t.Fatalf("pane %v went from %v to %v", p.Session, p.Rect, now.Rect)
			}
		}
		old, _ := before.Pane(at)
		kept, _ := after.Pane(at)
		added, _ := after.Pane(r.ID)
		_, whole := old.Rect.span(side.axis())
		_, a := kept.Rect.span(side.axis())
		_, b := added.Rect.span(side.axis())
		if a+b+1 != whole || a-b < 0 || a-b > 1 {
			t.Fatalf("%d cells split into %d and %d", whole, a, b)
		}
	})
}

// The cells of a closed pane go only to the node beside it.
func TestCloseTouchesOneNeighbour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := randomLayout(rapidDice{t}, 0, new(int))
		size := session.Size{Rows: 150, Cols: 350}
		area := Rect{W: size.Cols, H: size.Rows}
		if root.Pane() || !fits(root, area) {
			return
		}
		s := withTab(New("test"), MainView, tid(1), root)
		ids := Leaves(root)
		id := ids[rapid.IntRange(0, len(ids)-1).Draw(t, "pane")]
		path, _ := pathTo(root, id)
		parent, i := nodeAt(root, path[:len(path)-1]), path[len(path)-1]
		beside := parent.Children[max(i-1, 0)].Node
		if i == 0 {
			beside = parent.Children[1].Node
		}
		next := must(t, s, ClosePane{Session: id, At: noon, Area: size})
		after := Arrange(next.Views[0].Tabs[0].Root, area)
		for _, p := range Arrange(root, area).Panes {
			now, _ := after.Pane(p.Session)
			if p.Session != id && !holds(beside, p.Session) && now != p {
				t.Fatalf("pane %v went from %v to %v", p.Session, p.Rect, now.Rect)
			}
		}
		back := must(t, next, UndoClose{At: noon}).Views[0].Tabs[0]
		if !sameLayout(back.Root, root) {
			t.Fatal("undo gave another layout")
		}
	})
}

func TestCanSplit(t *testing.T) {
	tests := []struct {
		name, layout string
		w, h         int
		at           byte
		side         Direction
		want         bool
	}{
		{"two_panes_and_the_line", "a", 5, 1, 'a', Right, true},
		{"a_cell_too_narrow", "a", 4, 9, 'a', Left, false},
		{"three_rows", "a", 2, 3, 'a', Down, true},
		{"two_rows", "a", 9, 2, 'a', Up, false},
		{"the_pane_counts_not_the_tab", "[a*2 b*17]", 20, 1, 'a', Right, false},
		{"beside_it_there_is_room", "[a*2 b*17]", 20, 1, 'b', Right, true},
		{"not_where_panes_are_left_out", "[a b c]", 7, 9, 'a', Down, false},
		{"no_such_pane", "a", 80, 24, 'z', Right, false},
		{"no_such_side", "a", 80, 24, 'a', 4, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CanSplit(layout(t, tt.layout), Rect{W: tt.w, H: tt.h}, sid(tt.at), tt.side); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}
