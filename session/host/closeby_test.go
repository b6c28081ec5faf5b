package host

import (
	"testing"
	"time"
)

// Of frames that follow each other closely one asks who reads the keys, and any after
// something came that a change goes with.
func TestFramesCloseByAskOnce(t *testing.T) {
	s := newStill(t)
	s.turned = false
	for _, c := range []struct {
		after time.Duration
		asks  bool
	}{{0, true}, {closeBy / 5, false}, {closeBy / 2, false}, {closeBy, true}, {closeBy + closeBy/2, false}, {time.Second, true}} {
		at := s.start.Add(c.after)
		s.surroundings(at)
		if got := s.front.looked.Equal(at); got != c.asks {
			t.Errorf("a frame after %v asks: %v, want %v", c.after, got, c.asks)
		}
	}
	s.turned = true
	if s.surroundings(s.start.Add(time.Second)); s.turned {
		t.Error("what came was not looked at")
	}
}
