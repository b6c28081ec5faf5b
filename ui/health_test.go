package ui

import (
	"strings"
	"testing"

	"dormer/session/health"
)

// Where there is no room for all that led to it, a pane says at least what came first.
func TestAFooterKeepsTheCause(t *testing.T) {
	const cause = "too many open files"
	v := health.View{CanStart: true, Reason: "start a host for session 0d3f: fork/exec /proc/self/exe: " + cause}
	footer := new(live).footerOf(healthFooter(v))
	for _, wording := range footer[:2] {
		if !strings.Contains(wording, cause+"; Enter starts it") {
			t.Errorf("it says %q", wording)
		}
	}
	if short := footer[1]; len(short) > 72 {
		t.Errorf("%q is %d columns", short, len(short))
	}
}
