package workspace

import (
	"reflect"
	"testing"
)

func TestArrange(t *testing.T) {
	tests := []struct {
		name, layout string
		w, h         int
		want         string
	}{
		{"one_pane", "a", 4, 2, `
			aaaa
			aaaa`},
		{"two_columns", "[a b]", 9, 2, `
			aaaa|bbbb
			aaaa|bbbb`},
		{"odd_cell_to_the_later", "[a b]", 8, 1, `
			aaaa|bbb`},
		{"weights", "[a*3 b*1]", 9, 1, `
			aaaaaa|bb`},
		{"two_rows", "{a b}", 3, 5, `
			aaa
			aaa
			---
			bbb
			bbb`},
		{"three_columns_evenly", "[a b c]", 11, 1, `
			aaa|bbb|ccc`},
		{"nested", "[a {b c}]", 9, 3, `
			aaaa|bbbb
			aaaa|----
			aaaa|cccc`},
		{"nested_twice", "{[a {b c}] d}", 9, 5, `
			aaaa|bbbb
			aaaa|----
			aaaa|cccc
			---------
			ddddddddd`},
		{"floor_of_two_columns", "[a*100 b*1 c*1]", 20, 1, `
			aaaaaaaaaaaaaa|bb|cc`},
		{"just_room", "[a [b c]]", 8, 1, `
			aa|bb|cc`},
		{"no_room_for_the_last", "[a b c]", 7, 1, `
			aaa|bbb`},
		{"nested_without_room_keeps_one_of_it", "[a {b c}]", 5, 2, `
			aa|bb
			aa|bb`},
		{"room_for_one", "[a b]", 4, 1, `
			aaaa`},
		{"one_cell", "[a {b c}]", 1, 1, `
			a`},
		{"tiny_20x5", "[a {b c}]", 20, 5, `
			aaaaaaaaaa|bbbbbbbbb
			aaaaaaaaaa|bbbbbbbbb
			aaaaaaaaaa|---------
			aaaaaaaaaa|ccccccccc
			aaaaaaaaaa|ccccccccc`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := drawn(Arrange(layout(t, tt.layout), Rect{X: 3, Y: 1, W: tt.w, H: tt.h}))
			if want := picture(tt.want); got != want {
				t.Errorf("%s in %dx%d:\n%s\nwant:\n%s", tt.layout, tt.w, tt.h, got, want)
			}
		})
	}
}

func TestArrangeTab(t *testing.T) {
	tests := []struct {
		name, layout string
		active       byte
		zoomed       bool
		w, h         int
		want         string
	}{
		{"two_columns_left_zoomed", "[a b]", 'a', true, 5, 2, `
			aaaaa
			aaaaa`},
		{"no_room_keeps_the_active", "[a b c]", 'c', false, 5, 1, `
			bb|cc`},
		{"one_cell_for_the_active", "[a {b c}]", 'c', false, 1, 1, `
			c`},
		{"active_first_when_rows_run_out", "{a b c d}", 'd', false, 2, 3, `
			cc
			--
			dd`},
		{"the_active_split_gets_what_the_others_can_spare", "[a*9 {b [c d]}*1 e*9]", 'd', false, 10, 3, `
			aa|bbbb|ee
			aa|----|ee
			aa|dddd|ee`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tab := Tab{Root: layout(t, tt.layout), Active: sid(tt.active), Zoomed: tt.zoomed}
			got := drawn(ArrangeTab(tab, Rect{W: tt.w, H: tt.h}))
			if want := picture(tt.want); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if laid := ArrangeTab(tab, Rect{W: tt.w, H: tt.h}); laid.Zoomed != tt.zoomed {
				t.Errorf("got zoomed %t", laid.Zoomed)
			}
		})
	}
}

func TestDividersNameTheirSplits(t *testing.T) {
	a := Arrange(layout(t, "[a {b c}]"), Rect{W: 9, H: 3})
	want := []Divider{
		{Rect: Rect{X: 5, Y: 1, W: 4, H: 1}, Axis: Column, Path: []int{1}, Index: 0, Before: Leaves(Leaf(sid('b'))), After: Leaves(Leaf(sid('c')))},
		{Rect: Rect{X: 4, W: 1, H: 3}, Axis: Row, Index: 0, Before: Leaves(Leaf(sid('a'))), After: Leaves(layout(t, "{b c}"))},
	}
	got := map[Rect]Divider{}
	for _, d := range a.Dividers {
		got[d.Rect] = d
	}
	for _, w := range want {
		if g := got[w.Rect]; !reflect.DeepEqual(g, w) {
			t.Errorf("divider at %v: got %+v, want %+v", w.Rect, g, w)
		}
	}
	if len(a.Dividers) != len(want) {
		t.Errorf("got %d dividers, want %d", len(a.Dividers), len(want))
	}
}

// When a terminal shrinks and grows back, the layout is the same as before (F27, F28), even
// after a size at which there was no room at all.
func TestArrangeGrowsBack(t *testing.T) {
	root := layout(t, "{[a*61 {b*7 c*5}*18] d*9}")
	big := Rect{W: 80, H: 24}
	want := Arrange(root, big)
	for _, small := range []Rect{{W: 1, H: 1}, {W: 20, H: 5}, {W: 0, H: 0}, {W: 80, H: 2}} {
		Arrange(root, small)
		if got := Arrange(root, big); !reflect.DeepEqual(got, want) {
			t.Errorf("after %v:\n%s", small, drawn(got))
		}
	}
}

func FuzzArrange(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint16(80), uint16(24))
	f.Add([]byte{0}, uint16(1), uint16(1))
	f.Add([]byte{3, 9, 200, 4, 77, 3, 1, 1, 255, 3, 9}, uint16(7), uint16(3))
	f.Fuzz(func(t *testing.T, shape []byte, w, h uint16) {
		root := randomLayout(&bytesDice{shape}, 0, new(int))
		area := Rect{X: 5, Y: 7, W: int(w % 400), H: int(h % 200)}
		checkArrangement(t, root, Arrange(root, area))
		for _, id := range Leaves(root)[:1] {
			tab := Tab{Root: root, Active: id}
			laid := ArrangeTab(tab, area)
			checkArrangement(t, root, laid)
			if p, _ := laid.Pane(id); p.Rect.Empty() && !area.Empty() {
				t.Errorf("the active pane %v has no cell in %v", id, area)
			}
		}
	})
}

// randomLayout makes a valid layout out of choices.
func randomLayout(d dice, depth int, count *int) *Node {
	if depth > 4 || *count > 60 || d.roll(3) == 0 {
		*count++
		return Leaf(sid(byte(*count)))
	}
	n := &Node{Axis: Axis(depth % 2)}
	for range 2 + d.roll(3) {
		n.Children = append(n.Children, Child{Weight: 1 + d.roll(99), Node: randomLayout(d, depth+1, count)})
	}
	return n
}

// checkArrangement checks the properties of every arrangement: nothing overlaps or lies outside, each pane
// is listed once, and each divider lies between its panes. If there is room, every cell is
// covered and no pane is smaller than 2x1.
func checkArrangement(t *testing.T, root *Node, a Arrangement) {
	t.Helper()
	covered := map[[2]int]string{}
	cover := func(r Rect, by string) {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				if was, ok := covered[[2]int{x, y}]; ok {
					t.Fatalf("%s and %s both cover %d,%d of %v", was, by, x, y, a.Area)
				}
				if !a.Area.Contains(x, y) {
					t.Fatalf("%s covers %d,%d outside %v", by, x, y, a.Area)
				}
				covered[[2]int{x, y}] = by
			}
		}
	}
	room := fits(root, a.Area)
	var listed []Pane
	for i, p := range a.Panes {
		listed = append(listed, p)
		cover(p.Rect, "pane "+letters(Leaves(Leaf(p.Session))))
		if p.Session != Leaves(root)[i] {
			t.Fatalf("pane %d is not in layout order", i)
		}
		if room && (p.Rect.W < minCols || p.Rect.H < minRows) {
			t.Fatalf("pane %v is too small in %v", p, a.Area)
		}
	}
	if len(listed) != len(Leaves(root)) {
		t.Fatalf("%d panes listed of %d", len(listed), len(Leaves(root)))
	}
	for _, d := range a.Dividers {
		cover(d.Rect, "divider")
		split := nodeAt(root, d.Path)
		if split == nil || d.Index+1 >= len(split.Children) || split.Axis != d.Axis {
			t.Fatalf("divider %+v names no border", d)
		}
		if _, across := d.Rect.span(d.Axis); across != 1 {
			t.Fatalf("divider %+v is not one cell wide", d)
		}
		if len(d.Before) == 0 || len(d.After) == 0 {
			t.Fatalf("divider %+v has nothing beside it", d)
		}
		for _, id := range d.Before {
			if !holds(split.Children[d.Index].Node, id) {
				t.Fatalf("divider %+v: the pane before it is not in the child before it", d)
			}
		}
	}
	if room && len(covered) != a.Area.W*a.Area.H {
		t.Fatalf("%d cells of %v covered", len(covered), a.Area)
	}
}
