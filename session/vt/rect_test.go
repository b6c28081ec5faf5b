package vt

import (
	"fmt"
	"testing"

	"dormer/session/grid"
)

// DECCARA and DECRARA change only attributes, in a rectangle or in the stream between two corners.
func TestChangeArea(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     [2]string // a letter a cell: b bold, u underlined, r reverse, - plain
	}{
		{"a stream by default", "\x1b[1;3;2;2;1$r", [2]string{"--bb", "bb--"}},
		{"a rectangle", "\x1b[2*x\x1b[1;2;2;3;7$r", [2]string{"-rr-", "-rr-"}},
		{"a rectangle and a stream again", "\x1b[2*x\x1b[0*x\x1b[1;4;2;1;4$r", [2]string{"---u", "u---"}},
		{"no parameters remove attributes", "\x1b[1;1;2;4;1$r\x1b[1;1;1;2$r", [2]string{"--bb", "bbbb"}},
		{"reversed attributes", "\x1b[2*x\x1b[1;1;1;2;1$r\x1b[1;2;1;3;1$t", [2]string{"b-b-", "----"}},
		{"reversed underline", "\x1b[1;1;1;2;4$r\x1b[1;2;1;3;4$t", [2]string{"u-u-", "----"}},
		{"attributes that the VT420 lacks are ignored", "\x1b[1;1;2;4;3;31;1$r", [2]string{"bbbb", "bbbb"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(2, 4, Options{})
			_, _ = term.Write([]byte("\x1b[31mabcd\x1b[32mefgh\x1b[m" + tt.in))
			check(t, term)
			for y, want := range tt.want {
				if got := looks(term, y); got != want {
					t.Errorf("row %d: got %q, want %q", y, got, want)
				}
			}
			if s := term.Palette().Style(term.Row(0)[1].Style); s.FG != grid.Indexed(1) || text(term, 0) != "abcd" {
				t.Errorf("colour %v, text %q", s.FG, text(term, 0))
			}
		})
	}
}

func looks(t *Terminal, y int) string {
	var b []byte
	for _, c := range t.Row(y) {
		s := t.Palette().Style(c.Style)
		look := byte('-')
		switch {
		case s.Attrs&grid.Bold != 0:
			look = 'b'
		case s.Underline != grid.NoUnderline:
			look = 'u'
		case s.Attrs&grid.Reverse != 0:
			look = 'r'
		}
		b = append(b, look)
	}
	return string(b)
}

// DECFRA fills in the style of the pen, DECSERA keeps the existing style.
func TestAreaStyles(t *testing.T) {
	term := New(2, 4, Options{})
	_, _ = term.Write([]byte("\x1b[44mabcd\x1b[1;41m\x1b[42;1;1;1;2$x\x1b[m\x1b[1;2;1;3${"))
	for x, want := range []grid.Color{grid.Indexed(1), grid.Indexed(1), grid.Indexed(4), grid.Indexed(4)} {
		if got := term.Palette().Style(term.Row(0)[x].Style).BG; got != want {
			t.Errorf("column %d: background is %v, want %v", x, got, want)
		}
	}
	if got := text(term, 0); got != "*  d" {
		t.Errorf("got %q", got)
	}
}

// A wide character has one style, which changes with its first half.
func TestAttributesOfHalfAWideCharacter(t *testing.T) {
	for _, tt := range []struct {
		left, right int
		want        string
	}{{1, 2, "rr-"}, {2, 2, "-r-"}, {3, 3, "---"}, {3, 4, "--r"}} {
		term := New(1, 4, Options{})
		_, _ = fmt.Fprintf(term, "a日b\x1b[2*x\x1b[1;%d;1;%d;7$r", tt.left, tt.right)
		check(t, term)
		got := []byte("---")
		for i, x := range []int{0, 1, 3} {
			if term.Palette().Style(term.Row(0)[x].Style).Attrs&grid.Reverse != 0 {
				got[i] = 'r'
			}
		}
		if string(got) != tt.want {
			t.Errorf("columns %d to %d: %s, want %s", tt.left, tt.right, got, tt.want)
		}
	}
}
