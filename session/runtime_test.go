package session_test

import (
	"testing"

	"dormer/session"
)

// S3-17, S3-18, S3-19, S3-20: five of the sixteen pairs.
func TestRuntimeStatusMatrix(t *testing.T) {
	all := []session.RuntimeStatus{session.Initializing, session.Running, session.Exited, session.Unhealthy}
	want := map[session.RuntimeStatus]string{
		//                    initializing running exited unhealthy
		session.Initializing: ". x x .",
		session.Running:      ". . x x",
		session.Exited:       ". . . .",
		session.Unhealthy:    ". . x .",
	}
	for _, from := range all {
		for i, to := range all {
			if got, want := from.CanBecome(to), want[from][2*i] == 'x'; got != want {
				t.Errorf("%s -> %s: got %v, want %v", from, to, got, want)
			}
		}
	}
}
