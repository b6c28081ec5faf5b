package theme

import (
	"testing"

	"dormer/session/grid"
)

// The text of a dialog is readable on its surface, which differs from the background.
func TestDialogsAreReadable(t *testing.T) {
	for _, s := range schemes {
		p := s.palette()
		on := surface(p.text, p.ground)
		if on.BG == p.ground {
			t.Errorf("%s: the surface is the background", s.name)
		}
		for what, pair := range map[string]struct {
			fg    grid.Color
			least float64
		}{"text": {on.FG, 4}, "muted": {p.muted, 2.4}, "accent": {p.accent, 2.8}} {
			if c := contrast(pair.fg, on.BG); c < pair.least {
				t.Errorf("%s: %s on the surface has a contrast of %.1f, want %.1f", s.name, what, c, pair.least)
			}
		}
	}
}
