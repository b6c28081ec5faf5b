package health

import (
	"testing"

	"dormer/session"
)

// S3-17 to S3-19, S3-69: whatever happens, the runtime status only goes where it
// may, if need be by way of running.
func TestRuntimeGoesAlongEdges(t *testing.T) {
	for _, now := range []session.RuntimeStatus{session.Initializing, session.Running, session.Exited, session.Unhealthy} {
		for _, phase := range phases() {
			for _, kind := range eventKinds() {
				for _, gone := range []bool{false, true} {
					next := Runtime(now, Status{Phase: phase}, Event{Kind: kind, Gone: gone})
					through := now == session.Initializing && session.Running.CanBecome(next)
					if next != now && !now.CanBecome(next) && !through {
						t.Errorf("%s -> %s (%s, event %d)", now, next, phase, kind)
					}
				}
			}
		}
	}
}

func TestRuntime(t *testing.T) {
	tests := []struct {
		name      string
		now, want session.RuntimeStatus
		phase     Phase
		e         Event
	}{
		{"found", session.Initializing, session.Running, Alive, Event{Kind: SessionDetected}},
		{"started", session.Initializing, session.Running, Alive, Event{Kind: Created}},
		{"not_started", session.Initializing, session.Exited, Failed, Event{Kind: CreateFailed}},
		{"nothing_listens", session.Initializing, session.Exited, Missing, Event{Kind: SocketMissing, Gone: true}},
		{"silent_at_launch", session.Initializing, session.Unhealthy, Missing, Event{Kind: SessionNotDetected}},
		{"looked_at_again", session.Running, session.Running, Verifying, Event{Kind: Verify}},
		{"silent", session.Running, session.Unhealthy, Dead, Event{Kind: HealthCheckFailed}},
		{"host_gone", session.Running, session.Exited, Dead, Event{Kind: HealthCheckFailed, Gone: true}},
		{"process_ended", session.Running, session.Exited, Dead, Event{Kind: SessionDied}},
		{"being_reached", session.Unhealthy, session.Unhealthy, Recovering, Event{Kind: AttemptRecovery}},
		{"gone_while_silent", session.Unhealthy, session.Exited, Failed, Event{Kind: RecoveryFailed, Gone: true}},
		{"refused", session.Unhealthy, session.Unhealthy, Failed, Event{Kind: RecoveryFailed}},
		{"unhealthy_stays", session.Unhealthy, session.Unhealthy, Alive, Event{Kind: HealthCheckPassed}},
		{"exited_stays", session.Exited, session.Exited, Alive, Event{Kind: HealthCheckPassed}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Runtime(tt.now, Status{Phase: tt.phase}, tt.e); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
