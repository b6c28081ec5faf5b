package health

import (
	"testing"

	"dormer/session"
)

// S3-17, S3-18, S3-19, S3-69: the runtime status moves only along its edges, if necessary through
// running.
func TestRuntimeGoesAlongEdges(t *testing.T) {
	for _, now := range []session.RuntimeStatus{session.Initializing, session.Running, session.Exited, session.Unhealthy} {
		for _, phase := range phases() {
			for _, kind := range eventKinds() {
				for _, gone := range []bool{false, true} {
					next := runtimeAfter(now, Status{Phase: phase}, event{Kind: kind, Gone: gone})
					through := now == session.Initializing && session.Running.CanBecome(next)
					if next != now && !now.CanBecome(next) && !through {
						t.Errorf("%s -> %s (%s, event %d)", now, next, phase, kind)
					}
				}
			}
		}
	}
}

// S3-17, S3-18.
func TestRuntime(t *testing.T) {
	tests := []struct {
		name      string
		now, want session.RuntimeStatus
		phase     Phase
		e         event
	}{
		{"found", session.Initializing, session.Running, Alive, event{Kind: sessionDetected}},
		{"started", session.Initializing, session.Running, Alive, event{Kind: created}},
		{"not_started", session.Initializing, session.Exited, Failed, event{Kind: createFailed}},
		{"nothing_listens", session.Initializing, session.Exited, Missing, event{Kind: socketMissing, Gone: true}},
		{"silent_at_launch", session.Initializing, session.Unhealthy, Missing, event{Kind: sessionNotDetected}},
		{"looked_at_again", session.Running, session.Running, Verifying, event{Kind: verify}},
		{"silent", session.Running, session.Unhealthy, Dead, event{Kind: checkFailed}},
		{"host_gone", session.Running, session.Exited, Dead, event{Kind: checkFailed, Gone: true}},
		{"process_ended", session.Running, session.Exited, Dead, event{Kind: sessionDied}},
		{"being_reached", session.Unhealthy, session.Unhealthy, Recovering, event{Kind: attemptRecovery}},
		{"gone_while_silent", session.Unhealthy, session.Exited, Failed, event{Kind: recoveryFailed, Gone: true}},
		{"refused", session.Unhealthy, session.Unhealthy, Failed, event{Kind: recoveryFailed}},
		{"unhealthy_stays", session.Unhealthy, session.Unhealthy, Alive, event{Kind: checkPassed}},
		{"exited_stays", session.Exited, session.Exited, Alive, event{Kind: checkPassed}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := runtimeAfter(tt.now, Status{Phase: tt.phase}, tt.e); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
