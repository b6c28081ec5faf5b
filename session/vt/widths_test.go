package vt

import (
	"testing"

	"dormer/session/grid"
)

func TestAmbiguousWidths(t *testing.T) {
	for _, tt := range []struct {
		name, in     string
		narrow, wide int // the cursor's column behind it
	}{
		{"circled numbers", "①①x", 3, 5},
		{"among ASCII, in one write", "a○b─c", 5, 7},
		{"with a mark on it", "①\u0301x", 2, 3},
		{"a combining mark alone takes none", "\u0301x", 1, 1},
		{"a character that is always wide", "日①", 3, 4},
		{"lines of the terminal's own set", "\x1b(0qqq\x1b(B─", 4, 5},
		{"repeated", "①\x1b[2b", 3, 6},
		{"an emoji by its selector", "☺\ufe0fx", 3, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for widths, want := range []int{tt.narrow, tt.wide} {
				term := New(4, 12, Options{Widths: grid.Widths(widths)})
				_, _ = term.Write([]byte(tt.in))
				check(t, term)
				if got := term.Cursor().Col; got != want {
					t.Errorf("widths %d: got column %d, want %d", widths, got, want)
				}
			}
		})
	}
}

// A new setting applies to later text: existing text keeps its columns, on the screen, in the
// history, through a resize and a reset.
func TestWidthsApplyToLaterText(t *testing.T) {
	term := New(2, 8, Options{})
	_, _ = term.Write([]byte("①1\r\n"))
	term.SetWidths(grid.AmbiguousWide)
	_, _ = term.Write([]byte("①2\r\n①3"))
	term.Resize(2, 9)
	term.Resize(2, 8)
	line, _ := term.HistoryLine(0, nil)
	if got := grid.Cell.Width(line[0]); got != 1 {
		t.Errorf("what was printed before has %d columns, want 1", got)
	}
	for y := range 2 {
		if got := term.Row(y)[0].Width(); got != 2 {
			t.Errorf("row %d begins with %d columns, want 2", y, got)
		}
	}
	_, _ = term.Write([]byte("\x1bc①"))
	if got := term.Cursor().Col; got != 2 {
		t.Errorf("after a reset the cursor is in column %d, want 2", got)
	}
}
