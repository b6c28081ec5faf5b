package workspace

import (
	"testing"

	"dormer/session"
)

func TestAtEdge(t *testing.T) {
	for _, tt := range []struct {
		pane byte
		want [4]bool // by Left, Right, Up, Down
	}{
		{'a', [4]bool{true, false, true, true}},
		{'b', [4]bool{false, true, true, false}},
		{'c', [4]bool{false, false, false, true}},
		{'d', [4]bool{false, true, false, true}},
		{'z', [4]bool{true, true, true, true}},
	} {
		t.Run(string(tt.pane), func(t *testing.T) {
			for side, want := range map[Direction]bool{Left: tt.want[0], Right: tt.want[1], Up: tt.want[2], Down: tt.want[3]} {
				for _, size := range []session.Size{{Rows: 12, Cols: 41}, {Rows: 1, Cols: 1}} {
					if got := AtEdge(layout(t, "[a {b [c d]}]"), size, sid(tt.pane), side); got != want {
						t.Errorf("side %d in %v: got %t, want %t", side, size, got, want)
					}
				}
			}
		})
	}
}

func TestNeighbours(t *testing.T) {
	tests := []struct {
		name, layout string
		from         byte
		d            Direction
		want         byte
	}{
		{"left", "[a b]", 'b', Left, 'a'},
		{"right", "[a b]", 'a', Right, 'b'},
		{"up", "{a b}", 'b', Up, 'a'},
		{"down", "{a b}", 'a', Down, 'b'},
		{"longest_common_border", "[a {b*2 c*7}]", 'a', Right, 'c'},
		{"only_those_beside", "[{a b} {c d}]", 'b', Right, 'd'},
		{"across_nested_splits", "[{a [b c]} d]", 'd', Left, 'a'},
		{"left_goes_round", "[a b c]", 'a', Left, 'c'},
		{"down_goes_round", "{a b c}", 'c', Down, 'a'},
		{"nothing_above_or_below", "[a b]", 'a', Up, 0},
		{"alone", "a", 'a', Left, 0},
		{"not_there", "[a b]", 'z', Left, 0},
		{"facing_a_divider_only", "[{a*6 b*5} {c*5 d*1 e*4}]", 'd', Left, 'a'},
		{"facing_two_corners_and_a_pane", "[{a*1 b*10} {c*3 d*8}]", 'd', Left, 'b'},
		{"no_fifth_side", "[a b]", 'a', 4, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := neighbours(layout(t, tt.layout), session.Size{Rows: 12, Cols: 41}, sid(tt.from), tt.d)
			if len(got) == 0 != (tt.want == 0) || len(got) > 0 && got[0] != sid(tt.want) {
				t.Errorf("got %s, want %q first", letters(got), tt.want)
			}
		})
	}
}
