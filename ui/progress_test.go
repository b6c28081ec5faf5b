package ui

import (
	"testing"

	"dormer/session/grid"
	"dormer/ui/config"
)

// The outer terminal gets the active tab's progress if that is enabled, and its end when the
// progress ends or the option is turned off.
func TestProgressReachesTheOuterTerminal(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	want := func(when string, p grid.Progress) {
		t.Helper()
		c.paint()
		if c.progress != p {
			t.Errorf("%s: the terminal got %+v, want %+v", when, c.progress, p)
		}
	}
	going := grid.Progress{State: grid.ProgressGoing, Percent: 40}
	w.m.live.Get(w.m.activeTab().Active).Progress = going
	want("unasked", grid.Progress{})
	w.reconfigure(func(c *config.Config) { c.Attention.Progress = true })
	want("asked for", going)
	w.press("ctrl+b", "c")
	want("of another tab", grid.Progress{})
	w.press("ctrl+b", "p")
	want("of the tab again", going)
	w.reconfigure(func(c *config.Config) { c.Attention.Progress = false })
	want("no longer asked for", grid.Progress{})
}
