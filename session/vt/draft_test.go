package vt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dormer/session/grid"
)

// Rows that nobody looked at must come to be the same cells, and the same bytes of the
// history, as rows that somebody looked at after each byte.
func TestDraftsAreWhatCellsAre(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for n := range 4000 {
		var s string
		for range 1 + r.IntN(40) {
			s += burstParts[r.IntN(len(burstParts))]
			if r.IntN(6) == 0 {
				s += "\r\n"
			}
		}
		o := Options{Widths: grid.Widths(n % 2)}
		cols := []int{1, 2, 7, 12, 40}[n%5]
		drafts, cells := New(3, cols, o), New(3, cols, o)
		_, _ = fmt.Fprint(drafts, s)
		for i := range len(s) {
			_, _ = cells.Write([]byte{s[i]})
			cells.settle()
		}
		if got, want := packed(drafts), packed(cells); got != want {
			t.Fatalf("%+q on %d columns is packed\n as %s\nwant %s", s, cols, got, want)
		}
		if got, want := dump(drafts), dump(cells); got != want {
			t.Fatalf("%+q on %d columns:\n got %s\nwant %s", s, cols, got, want)
		}
	}
}

// packed is the history as it is kept.
func packed(t *Terminal) string {
	var out strings.Builder
	for _, b := range t.history.blocks {
		fmt.Fprintf(&out, "%q %v %v %v %d %v\n", b.data, b.starts, b.styles, b.links, b.cols, b.broken)
	}
	return out.String()
}

// Which rows are drafts is nothing that can be seen, but it is what a flood costs.
func TestWhichRowsAreDrafts(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     bool
	}{
		{"text", "abc", true},
		{"text and looks", "a\x1b[1mb\x1b[mc", true},
		{"wide characters and clusters", "日本 👩‍💻 e\u0301 é\u0301", true},
		{"in several writes", "ab|c", true},
		{"a row that is full", "123456789012", true},
		{"what goes on after a wrap", "1234567890123456789012345678", true},
		{"erased to the right of it", "abc\x1b[K", true},
		{"written over", "abc\rx", false},
		{"in the middle of a row", "\x1b[5Gabc", false},
		{"erased", "abc\x1b[2D\x1b[K", false},
		{"a mark that comes later", "e|\u0301", true},
		{"a joiner that comes later", "👩|\u200d", false},
		{"protected", "\x1b[1\"qabc", false},
		{"on the alternate screen", "\x1b[?1049h\x1b[Habc", false},
		{"of another set", "\x1b(0abc", false},
		{"clusters that are long", strings.Repeat("e"+strings.Repeat("\u0301", 50), 4), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(3, 12, Options{})
			for _, s := range strings.Split(tt.in, "|") {
				_, _ = fmt.Fprint(term, s)
			}
			s := term.scr
			if got := s.line(s.y).drafted; got != tt.want {
				t.Errorf("got a draft: %v, want %v", got, tt.want)
			}
			term.Row(s.y)
			if s.line(s.y).drafted {
				t.Error("got a draft that was looked at")
			}
		})
	}
}

// A row that scrolls away without having been looked at never gets cells.
func TestDraftsScrollAwayAsText(t *testing.T) {
	term := New(2, 12, Options{})
	_, _ = fmt.Fprint(term, strings.Repeat("日本 \x1b[31mred\x1b[m\r\n", 10))
	if i := slices.IndexFunc(term.main.cells, func(c grid.Cell) bool { return c != grid.Cell{} }); i >= 0 {
		t.Errorf("got a cell: %v", term.main.cells[i])
	}
	if cells, _ := term.HistoryLine(0, nil); len(cells) != 8 {
		t.Errorf("got a line of %d cells, want 8", len(cells))
	}
}

// settle gives all that is a draft its cells.
func (t *Terminal) settle() {
	t.last.settle(t)
	for _, s := range t.screens() {
		for y := range s.rows {
			s.row(y)
		}
	}
}
