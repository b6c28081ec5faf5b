package grid

import "testing"

func TestInk(t *testing.T) {
	wide := []Cell{{Char: 'a'}, {Char: '漢', Flags: Wide}, {Flags: Tail}, {Char: ' '}, {}}
	for _, tt := range []struct {
		name  string
		cells []Cell
		want  int
	}{
		{"nothing", nil, 0},
		{"blanks", []Cell{{}, {Char: ' ', Style: 3}}, 0},
		{"up to a letter", []Cell{{}, {Char: 'x'}, {}}, 2},
		{"a complete wide character", wide, 3},
	} {
		if got := ContentEnd(tt.cells); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
