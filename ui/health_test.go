package ui

import (
	"strings"
	"testing"
	"time"

	"dormer/session/health"
)

// Where there is no room for all that led to it, a pane says at least what came first.
func TestAFooterKeepsTheCause(t *testing.T) {
	const cause = "too many open files"
	v := health.View{CanStart: true, Health: health.Status{Phase: health.Failed}, Reason: "start a host for session 0d3f: fork/exec /proc/self/exe: " + cause}
	footer := new(live).footerOf(healthFooter(v, time.Now(), time.Now()))
	for _, wording := range footer[:2] {
		if !strings.Contains(wording, cause+"; Enter starts it") {
			t.Errorf("it says %q", wording)
		}
	}
	if short := footer[1]; len(short) > 72 {
		t.Errorf("%q is %d columns", short, len(short))
	}
}

// A pane whose host has gone while it was open says since when that is known, and one
// whose host went unseen when it was last active; both at 80 columns, too.
func TestAFooterSaysWhenTheHostWasSeen(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	seen := now.Add(-time.Hour)
	v := health.View{CanStart: true, Health: health.Status{Phase: health.Dead}, Reason: "its host is gone"}
	for says, lines := range map[string][]footerLine{
		"its host is gone; seen at 11:00:00":                                           healthFooter(v, seen, now),
		"it ran when its host or the machine went; last active at 11:00:00":            lostFooter(seen, now),
		"it ran when its host or the machine went; last active on 2026-02-27 12:00:00": lostFooter(now.Add(-48*time.Hour), now),
	} {
		fits := false
		for _, wording := range new(live).footerOf(lines) {
			fits = fits || len(wording) <= 80 && strings.Contains(wording, ":00:00")
		}
		if lines[0].says != says || !fits {
			t.Errorf("it says %q, want %q, and a time where there are 80 columns: %v", lines[0].says, says, fits)
		}
	}
	if says := lostFooter(time.Time{}, now)[0].says; says != "it ran when its host or the machine went" {
		t.Errorf("where nobody knows when it says %q", says)
	}
}
