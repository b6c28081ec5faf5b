package solo

import (
	"testing"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/workspace"
)

// Scrolling stops at the end of the history and at its oldest kept line.
func TestPictureScroll(t *testing.T) {
	kept := wire.Range{First: 100, End: 110}
	tests := []struct {
		name     string
		moves    []int
		scrolled bool
		top      uint64
	}{
		{"up", []int{-3}, true, 107},
		{"up_beyond_the_first_line", []int{-3, -30}, true, 100},
		{"up_and_down", []int{-6, 3}, true, 107},
		{"down_to_the_screen", []int{-3, 3}, false, 110},
		{"down_from_the_screen", []int{3}, false, 113},
		{"up_again", []int{3, -3}, true, 107},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var p picture
			for _, n := range tt.moves {
				p.scroll(kept, n)
			}
			if p.scrolled != tt.scrolled || p.top != tt.top {
				t.Errorf("scrolled %v, top %d, want %v, %d", p.scrolled, p.top, tt.scrolled, tt.top)
			}
		})
	}
	var none picture
	none.scroll(wire.Range{}, -3)
	if none.scrolled {
		t.Error("it scrolls without a history")
	}
}

// A notice takes the last row, whatever remains of the session's screen.
func TestNoticeTakesTheLastRow(t *testing.T) {
	p := picture{size: session.Size{Rows: 3, Cols: 20}, title: "vim"}
	s := p.scene(nil, "dormer")
	if s.Title != "vim" || len(s.Status) > 0 || s.Panes[0].Place.Content != (workspace.Rect{W: 20, H: 3}) {
		t.Errorf("without one it is %+v", s)
	}
	for rows := 1; rows < 4; rows++ {
		p := picture{size: session.Size{Rows: rows, Cols: 20}, notice: "a sentence"}
		s := p.scene(nil, "dormer")
		if got := s.Geometry.Status; got != (workspace.Rect{Y: rows - 1, W: 20, H: 1}) || s.Status[0].Text != "a sentence" {
			t.Errorf("%d rows: it is at %+v", rows, got)
		}
		if got := s.Panes[0].Place.Content; got.H != rows-1 || s.Title != "dormer" {
			t.Errorf("%d rows: the session has %+v", rows, got)
		}
	}
}

// On a terminal that is taller than the session's screen, the first notch of the wheel scrolls at
// once, not only after the rows that fill the terminal.
func TestTallTerminalScrollsAtOnce(t *testing.T) {
	r := client.NewReplica()
	if err := r.Apply(wire.Frame{Seq: 1, Rows: 10, Cols: 20, Full: true, History: wire.Range{First: 5, End: 100}}); err != nil {
		t.Fatal(err)
	}
	for rows, want := range map[int]uint64{10: 100, 9: 100, 24: 86, 500: 5} {
		if got := scrollRange(r, rows); got != (wire.Range{First: 5, End: want}) {
			t.Errorf("in %d rows %v scroll, want up to %d", rows, got, want)
		}
	}
}
