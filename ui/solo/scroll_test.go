package solo

import (
	"testing"

	"dormer/session/wire"
)

// The history is left at its end, and never at a line that is not kept.
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
		{"up_again_after_that", []int{3, -3}, true, 107},
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
		t.Error("without a history there is nothing to scroll to")
	}
}
