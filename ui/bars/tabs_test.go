package bars

import (
	"strings"
	"testing"

	"dormer/workspace"
)

// first returns the first mark that is not empty.
func first(marks []string) string {
	for _, m := range marks {
		if m != "" {
			return m
		}
	}
	return ""
}

func TestTabBar(t *testing.T) {
	labels := func(active int, names ...string) []Tab {
		var out []Tab
		for i, n := range names {
			head, title, _ := strings.Cut(n, " ")
			title, mark, _ := strings.Cut(title, "|")
			tail := " "
			if mark != "" {
				tail = " " + mark + " "
			}
			out = append(out, Tab{Label: Label{" " + head + " ", title, tail}, Active: i == active, Mark: mark, ID: workspace.TabID{byte(i)}})
		}
		return out
	}
	shown := func(spots []TabSpot) string {
		var b strings.Builder
		for _, s := range spots {
			b.WriteString("[" + s.Label + "]")
		}
		return b.String()
	}
	tests := []struct {
		name string
		cols int
		in   []Tab
		want string
	}{
		{"all_fit", 40, labels(0, "1 sh", "2 vim"), "[ 1 sh ][ 2 vim ][ + ]"},
		{"long_ones_are_shortened", 36, labels(0, "1 a-very-long-title", "2 another-one"), "[ 1 a-very-long-t… ][ 2 another-one ][ + ]"},
		{"a_mark_outlives_the_title", 33, labels(0, "1 a-very-long-title|!", "2 another-one"), "[ 1 a-very-l… ! ][ 2 another-one ][ + ]"},
		{"too_many_show_those_around_the_active", 30, labels(3, "1 abcdef", "2 abcdef|!", "3 abcdef", "4 abcdef", "5 abcdef"), "[ ‹3! ][ 4 abcdef ][ 1› ][ + ]"},
		{"the_last_is_active", 33, labels(3, "1 abcdef", "2 abcdef|!", "3 abcdef", "4 abcdef"), "[ ‹2! ][ 3 abcdef ][ 4 abcdef ][ + ]"},
		{"wide_characters_count_twice", 17, labels(0, "1 日本語日本語"), "[ 1 日本語日… ][ + ]"},
		{"no_room_at_all", 2, labels(0, "1 sh"), "[ …]"},
		{"room_for_one", 9, labels(1, "1 sh", "2 vim", "3 sh"), "[ 2 vim ]"},
		{"no_tab", 10, nil, "[ + ]"},
		{"no_tab_and_no_room", 1, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spots := PlaceTabs(tt.in, tt.cols, first)
			if got := shown(spots); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			for x := range tt.cols {
				s, ok := TabAt(spots, x)
				if ok && (x < s.X || x >= s.End || s.End > tt.cols) {
					t.Errorf("column %d hits %+v", x, s)
				}
			}
		})
	}
}
