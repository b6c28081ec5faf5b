package screen

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

// text returns a row as characters, with "." for a blank and "_" for the second column of a wide
// character.
func text(b *Buffer, y int) string {
	var s strings.Builder
	for _, c := range b.Row(y) {
		switch {
		case c.Flags&grid.Tail != 0:
			s.WriteByte('_')
		case c.Blank():
			s.WriteByte('.')
		default:
			s.Write(b.Palette().AppendText(nil, c))
		}
	}
	return s.String()
}

func TestText(t *testing.T) {
	tests := []struct {
		name   string
		x, end int
		s      string
		want   string
		after  int
	}{
		{"plain", 1, 6, "ab", ".ab...", 3},
		{"clipped_right", 4, 6, "abc", "....ab", 6},
		{"clipped_by_the_stretch", 1, 3, "abc", ".ab...", 3},
		{"clipped_left", -1, 6, "abc", "bc....", 2},
		{"wide", 1, 6, "界x", ".界_x..", 4},
		{"wide_that_does_not_fit", 3, 4, "界", "......", 4},
		{"wide_cut_on_the_left", -1, 6, "界x", ".x....", 2},
		{"combining", 0, 6, "e\u0301x", "e\u0301x....", 2},
		{"lone_mark", 0, 6, "\u0301x", "x.....", 1},
		{"family", 0, 6, "👩‍👩‍👧x", "👩‍👩‍👧_x...", 3},
		{"control_characters", 0, 6, "a\x1b\x00\u0085\u202e\u2066b", "ab....", 2},
		{"not_utf8", 0, 6, "a\xffb", "a\ufffdb...", 3},
		{"below_the_screen", 6, 6, "a", "......", 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBuffer(1, 6)
			after := b.Text(0, tt.x, tt.end, tt.s, plainStyle)
			if got := text(b, 0); got != tt.want || after != tt.after {
				t.Errorf("got %q and column %d, want %q and %d", got, after, tt.want, tt.after)
			}
		})
	}
}

func TestTextOverHalfAWideCharacterLeavesABlank(t *testing.T) {
	for x, want := range map[int]string{0: "x.....", 1: ".x....", 2: "界_x...", 3: "界_.x.."} {
		b := NewBuffer(1, 6)
		b.Text(0, 0, 6, "界", plainStyle)
		b.Text(0, x, 6, "x", plainStyle)
		if got := text(b, 0); got != want {
			t.Errorf("x over column %d gives %q, want %q", x, got, want)
		}
	}
}

func TestDrawingOutsideTheScreenIsIgnored(t *testing.T) {
	b := NewBuffer(2, 3)
	for _, y := range []int{-1, 2} {
		if got := b.Text(y, 0, 3, "abc", plainStyle); got != 3 {
			t.Errorf("text in row %d ends in column %d, want 3", y, got)
		}
		b.Touch(y)
		b.CopyRow(y, 0, 3, nil, NewRemap(grid.NewPalette(), b))
		if b.Row(y) != nil {
			t.Errorf("there is a row %d", y)
		}
	}
	b.Fill(Rect{-5, -5, 50, 50}, onBlue)
	shift(b, -3, 9, 1)
	b.ANSI(-1, -1, 9, 9, "abcdef\nghijkl\nmnopqr\nstu", plainStyle)
	if got := text(b, 0) + "|" + text(b, 1); got != "hij|nop" {
		t.Errorf("got %q", got)
	}
}

// shift moves rows [top, bottom) up by n, or down if n is negative, and fills the free rows with
// blanks.
func shift(b *Buffer, top, bottom, n int) {
	top, bottom = max(top, 0), min(bottom, b.rows)
	if top >= bottom {
		return
	}
	shiftLines(b.lines[top:bottom], b.ends[top:bottom], n)
	for y := top; y < bottom; y++ {
		b.dirty[y] = true
	}
}

func TestShift(t *testing.T) {
	for n, want := range map[int]string{0: "abcd", 1: "bc.d", -1: ".abd", 2: "c..d", 9: "...d", -9: "...d"} {
		b := NewBuffer(4, 1)
		for y, s := range []string{"a", "b", "c", "d"} {
			b.Text(y, 0, 1, s, plainStyle)
		}
		shift(b, 0, 3, n)
		if got := text(b, 0) + text(b, 1) + text(b, 2) + text(b, 3); got != want {
			t.Errorf("shifted by %d the rows are %q, want %q", n, got, want)
		}
	}
}

func TestCopyRow(t *testing.T) {
	src := NewBuffer(1, 6)
	link := src.Palette().LinkID(grid.Link{URI: "https://example.org"})
	src.Text(0, 0, 6, "a界e\u0301", grid.Style{FG: grid.Indexed(3), Link: link})
	src.Row(0)[0].Flags |= grid.Protected
	tests := []struct {
		name      string
		x, end    int
		from, len int
		want      string
	}{
		{"whole", 0, 6, 0, 6, "a界_e\u0301.."},
		{"cut_on_the_right", 0, 2, 0, 6, "a.zzzz"},
		{"cut_on_the_left", 1, 6, 2, 4, "z.e\u0301..."},
		{"left_of_the_screen", -1, 3, 0, 6, "界_e\u0301zzz"},
		{"shorter_than_the_stretch", 0, 6, 0, 1, "a....."},
		{"cut_by_its_own_end", 0, 6, 0, 2, "a....."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBuffer(1, 6)
			b.Text(0, 0, 6, "zzzzzz", plainStyle)
			b.CopyRow(0, tt.x, tt.end, src.Row(0)[tt.from:tt.from+tt.len], NewRemap(src.Palette(), b))
			if got := text(b, 0); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	b := NewBuffer(1, 6)
	b.Palette().StyleID(onBlue) // so that numbers differ
	b.CopyRow(0, 0, 6, src.Row(0), NewRemap(src.Palette(), b))
	if got, want := see(b.Palette(), b.Row(0)[3]), see(src.Palette(), src.Row(0)[3]); got != want || b.Row(0)[0].Flags != 0 {
		t.Errorf("the copy looks like %+v, want %+v", got, want)
	}
}

func TestRemapAfterPaletteSweep(t *testing.T) {
	src, b := NewBuffer(1, 3), NewBuffer(1, 3)
	m := NewRemap(src.Palette(), b)
	check := func(s string, st grid.Style) {
		t.Helper()
		src.Text(0, 0, 3, s, st)
		b.CopyRow(0, 0, 3, src.Row(0), m)
		if got, want := see(b.Palette(), b.Row(0)[0]), see(src.Palette(), src.Row(0)[0]); got != want {
			t.Errorf("the copy looks like %+v, want %+v", got, want)
		}
	}
	check("e\u0301", red)
	src.Palette().Sweep()
	check("a\u0301", onBlue)
	b.Palette().Sweep()
	b.Palette().StyleID(inverse)
	check("o\u0301", onBlue)
}

func TestANSI(t *testing.T) {
	tests := []struct {
		name, s string
		want    []string
		style   grid.Style // of the first cell
	}{
		{"plain", "ab\ncd", []string{".ab..", ".cd.."}, grid.Style{}},
		{"basic", "\x1b[1;31;44mab", []string{".ab..", "....."}, grid.Style{Attrs: grid.Bold, FG: grid.Indexed(1), BG: grid.Indexed(4)}},
		{"bright", "\x1b[91;107mab", []string{".ab..", "....."}, grid.Style{FG: grid.Indexed(9), BG: grid.Indexed(15)}},
		{"many_colours", "\x1b[38;5;200;48;2;1;2;3mab", []string{".ab..", "....."}, grid.Style{FG: grid.Indexed(200), BG: grid.RGB(1, 2, 3)}},
		{"colons", "\x1b[38:2::1:2:3;48:5:7;4:3;58:5:9mab", []string{".ab..", "....."}, grid.Style{FG: grid.RGB(1, 2, 3), BG: grid.Indexed(7), Underline: grid.CurlyUnderline, UL: grid.Indexed(9)}},
		{"off_again", "\x1b[1;2;4;7;9m\x1b[22;24;27;29mab", []string{".ab..", "....."}, grid.Style{}},
		{"reset", "\x1b[1;31m\x1b[mab", []string{".ab..", "....."}, grid.Style{}},
		{"style_continues_in_the_next_row", "\x1b[7m\nab", []string{".....", ".ab.."}, grid.Style{}},
		{"clipped", "abcdefgh\nx\ny\nz", []string{".abc.", ".x..."}, grid.Style{}},
		{"other_sequences", "\x1b[2J\x1b[5;5Ha\x1bPq\x1b\\b\x1b(0", []string{".ab..", "....."}, grid.Style{}},
		{"link", "\x1b]8;;https://example.org\x1b\\ab\x1b]8;;\ac", []string{".abc.", "....."}, grid.Style{}},
		{"cut_off", "a\x1b[31", []string{".a...", "....."}, grid.Style{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBuffer(2, 5)
			b.ANSI(0, 1, 4, 2, tt.s, grid.Style{})
			for y, want := range tt.want {
				if got := text(b, y); got != want {
					t.Errorf("row %d is %q, want %q", y, got, want)
				}
			}
			if got := b.Palette().Style(b.Row(0)[1].Style); got != tt.style {
				t.Errorf("style is %+v, want %+v", got, tt.style)
			}
		})
	}
}

// Text without a colour gets the colours of the base, also after a reset.
func TestANSIWithABaseStyle(t *testing.T) {
	b := NewBuffer(1, 3)
	base := grid.Style{FG: grid.RGB(1, 2, 3), BG: grid.Indexed(4)}
	b.ANSI(0, 0, 3, 1, "a\x1b[1;31mb\x1b[mc", base)
	bold := grid.Style{FG: grid.Indexed(1), BG: base.BG, Attrs: grid.Bold}
	for x, want := range []grid.Style{base, bold, base} {
		if got := b.Palette().Style(b.Row(0)[x].Style); got != want {
			t.Errorf("column %d is %+v, want %+v", x, got, want)
		}
	}
}
