package session_test

import (
	"testing"

	"dormer/session"
)

// edges is the matrix of the design, written out: a dot is a refused pair.
var edges = map[session.Lifecycle]string{
	//                         created starting running stopping stopped failed completed orphaned
	session.Created:          ". x . . . x . x",
	session.Starting:         ". . x . . x . x",
	session.LifecycleRunning: ". . . x . x x x",
	session.Stopping:         ". . . . x x . .",
	session.Stopped:          ". . . . . . . .",
	session.Failed:           ". . . . . . . .",
	session.Completed:        ". . . . . . . .",
	session.Orphaned:         ". . . . . . . .",
}

// S0-02, S0-03, S0-04, S0-05, S0-06, S0-07, S2-02: eight states, 12 of the 64 pairs allowed.
func TestLifecycleMatrix(t *testing.T) {
	all := session.Lifecycles()
	if len(all) != 8 || len(edges) != 8 {
		t.Fatalf("got %d states, want 8", len(all))
	}
	allowed := 0
	for _, from := range all {
		row := edges[from]
		for i, to := range all {
			want := row[2*i] == 'x'
			if got := from.CanBecome(to); got != want {
				t.Errorf("%s -> %s: got %v, want %v", from, to, got, want)
			}
			if want {
				allowed++
			}
		}
	}
	if allowed != 12 {
		t.Errorf("got %d edges, want 12", allowed)
	}
}

func TestLifecycleTerminal(t *testing.T) {
	for i, l := range session.Lifecycles() {
		if got, want := l.Terminal(), i >= 4; got != want {
			t.Errorf("%s terminal: got %v, want %v", l, got, want)
		}
	}
	if session.Lifecycle("").Terminal() || session.Lifecycle("idle").Terminal() {
		t.Error("an unknown state counts as terminal")
	}
}

// S0-02, S0-09: the values on disk; working and idle are not among them.
func TestLifecycleWords(t *testing.T) {
	for _, word := range []string{"created", "starting", "running", "stopping", "stopped", "failed", "completed", "orphaned"} {
		if !session.Lifecycle(word).Valid() {
			t.Errorf("%q is not a state", word)
		}
	}
	for _, word := range []string{"", "working", "idle", "Running", "running "} {
		if session.Lifecycle(word).Valid() {
			t.Errorf("%q is a state", word)
		}
	}
}
