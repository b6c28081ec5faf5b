package vt

import (
	"testing"

	"dormer/session/grid"
)

func TestSGR(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     grid.Style
	}{
		{"attributes", "1;2;3;5;6;7;8;9;53", grid.Style{Attrs: grid.Bold | grid.Faint | grid.Italic | grid.Blink | grid.Rapid | grid.Reverse | grid.Conceal | grid.Strike | grid.Overline}},
		{"bold and faint end together", "1;2;3;22", grid.Style{Attrs: grid.Italic}},
		{"all end one by one", "3;5;7;8;9;53;4;23;25;27;28;29;55;24", grid.Style{}},
		{"all end at once", "1;31;42;4;0", grid.Style{}},
		{"an empty parameter is 0", "1;;3", grid.Style{Attrs: grid.Italic}},
		{"basic colours", "31;42", grid.Style{FG: grid.Indexed(1), BG: grid.Indexed(2)}},
		{"bright colours", "91;102", grid.Style{FG: grid.Indexed(9), BG: grid.Indexed(10)}},
		{"default colours", "31;42;58;5;1;39;49;59", grid.Style{}},
		{"256 colours", "38;5;200;48;5;0", grid.Style{FG: grid.Indexed(200), BG: grid.Indexed(0)}},
		{"256 colours with colons", "38:5:200;1", grid.Style{FG: grid.Indexed(200), Attrs: grid.Bold}},
		{"true colour", "38;2;1;2;3;48;2;4;5;6;1", grid.Style{FG: grid.RGB(1, 2, 3), BG: grid.RGB(4, 5, 6), Attrs: grid.Bold}},
		{"true colour with colons", "38:2:1:2:3;1", grid.Style{FG: grid.RGB(1, 2, 3), Attrs: grid.Bold}},
		{"true colour with a colour space", "38:2::1:2:3", grid.Style{FG: grid.RGB(1, 2, 3)}},
		{"true colour with tolerance", "38:2:0:1:2:3:0:1", grid.Style{FG: grid.RGB(1, 2, 3)}},
		{"colour out of range", "38;5;256;48;2;1;2;999", grid.Style{}},
		{"colour cut off", "1;38;2;1;2", grid.Style{Attrs: grid.Bold}},
		{"underline shapes", "4:3", grid.Style{Underline: grid.CurlyUnderline}},
		{"underline off with a colon", "4;4:0", grid.Style{}},
		{"double underline", "21", grid.Style{Underline: grid.DoubleUnderline}},
		{"underline colour", "4:5;58:2::1:2:3", grid.Style{Underline: grid.DashedUnderline, UL: grid.RGB(1, 2, 3)}},
		{"underline colour of 256", "58;5;9", grid.Style{UL: grid.Indexed(9)}},
		{"unknown parameters", "1;99;1234;38;7;3", grid.Style{Attrs: grid.Bold | grid.Italic}},
		{"unknown subparameters", "1:2:3;3", grid.Style{Attrs: grid.Italic}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(1, 6, Options{})
			_, _ = term.Write([]byte("\x1b[" + tt.in + "mx"))
			if got := term.Palette().Style(term.Row(0)[0].Style); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Erasing, scrolling and inserting use the background of the pen, and none of its other attributes.
func TestBackgroundOfErasedCells(t *testing.T) {
	want := grid.Style{BG: grid.Indexed(4)}
	for _, tt := range []struct {
		name, in string
		y, x     int
	}{
		{"EL", "\x1b[K", 0, 5},
		{"ED", "\x1b[J", 3, 0},
		{"ECH", "\x1b[2X", 0, 1},
		{"ICH", "\x1b[2@", 0, 1},
		{"DCH", "\x1b[2P", 0, 5},
		{"IL", "\x1b[L", 0, 3},
		{"DL", "\x1b[M", 3, 3},
		{"SU", "\x1b[S", 3, 3},
		{"SD", "\x1b[T", 0, 3},
		{"LF at the foot", "\x1b[4H\n", 3, 3},
		{"RI at the top", "\x1bM", 0, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte("abcdef\x1b[4Hghijkl\x1b[1;4;31;44m\x1b[H" + tt.in))
			c := term.Row(tt.y)[tt.x]
			if got := term.Palette().Style(c.Style); got != want || c.Char != 0 {
				t.Errorf("got %+v %q, want %+v", got, rune(c.Char), want)
			}
		})
	}
}
