package health

import (
	"slices"
	"testing"
)

// S3-59 to S3-68: the machine, written out a second time from the requirements.
// Whatever is not here keeps its status and asks for nothing.
var named = []struct {
	from    Phase
	on      EventKind
	to      Phase
	effects []Effect
}{
	// S3-60
	{Unknown, Verify, Verifying, []Effect{CheckSocket}},
	{Unknown, Create, Verifying, []Effect{CreateSession}},
	// S3-61
	{Verifying, SocketFound, Verifying, []Effect{CheckSessionExists}},
	// S3-62
	{Verifying, SessionDetected, Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Verifying, Created, Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Verifying, SocketMissing, Missing, []Effect{CancelHealthCheck, NotifyDead}},
	{Verifying, SessionNotDetected, Missing, []Effect{CancelHealthCheck, NotifyDead}},
	{Verifying, CreateFailed, Failed, []Effect{CancelHealthCheck, NotifyFailed}},
	// S3-63
	{Alive, HealthCheckPassed, Alive, []Effect{ScheduleHealthCheck}},
	{Alive, HealthCheckFailed, Dead, []Effect{CancelHealthCheck, NotifyDead}},
	{Alive, SessionDied, Dead, []Effect{CancelHealthCheck, NotifyDead}},
	{Alive, Verify, Verifying, []Effect{CheckSocket}},
	// S3-64
	{Dead, AttemptRecovery, Recovering, []Effect{TryRecovery}},
	{Dead, Create, Verifying, []Effect{DestroySession, CreateSession}},
	// S3-65
	{Missing, Create, Verifying, []Effect{CreateSession}},
	{Missing, AttemptRecovery, Recovering, []Effect{TryRecovery}},
	// S3-66
	{Recovering, RecoverySucceeded, Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Recovering, RecoveryFailed, Failed, []Effect{NotifyFailed}},
	// S3-67
	{Failed, Create, Verifying, []Effect{DestroySession, CreateSession}},
	{Failed, Verify, Verifying, []Effect{CheckSocket}},
}

// S3-59 to S3-68: all 98 pairs.
func TestNextMatrix(t *testing.T) {
	used := map[Effect]bool{}
	pairs, moves := 0, 0
	for _, from := range phases() {
		for _, on := range eventKinds() {
			pairs++
			was := Status{Phase: from}
			if from == Failed {
				was.Reason = "before"
			}
			want, effects := was, []Effect(nil)
			for _, n := range named {
				if n.from == from && n.on == on {
					moves++
					want, effects = Status{Phase: n.to}, n.effects
					if n.to == Failed {
						want.Reason = "because"
					}
				}
			}
			got, asked := Next(was, Event{Kind: on, Reason: "because"})
			if got != want || !slices.Equal(asked, effects) {
				t.Errorf("%s, event %d: got %s %v, want %s %v", from, on, got, asked, want, effects)
			}
			for _, e := range asked {
				used[e] = true
			}
		}
	}
	if pairs != 98 || moves != len(named) {
		t.Errorf("got %d pairs with %d moves, want 98 with %d", pairs, moves, len(named))
	}
	for e := CheckSocket; e <= NotifyFailed; e++ {
		if !used[e] {
			t.Errorf("effect %d is never asked for", e)
		}
	}
}

func TestPhaseString(t *testing.T) {
	want := []string{"unknown", "verifying", "alive", "dead", "missing", "recovering", "failed"}
	for i, p := range phases() {
		if p.String() != want[i] {
			t.Errorf("got %q, want %q", p, want[i])
		}
	}
	if got := (Status{Failed, "no room"}).String(); got != "failed: no room" {
		t.Errorf("got %q", got)
	}
}

// phases are the seven.
func phases() []Phase { return []Phase{Unknown, Verifying, Alive, Dead, Missing, Recovering, Failed} }

// eventKinds are all fourteen.
func eventKinds() []EventKind {
	kinds := make([]EventKind, 0, int(CreateFailed)+1)
	for k := Verify; k <= CreateFailed; k++ {
		kinds = append(kinds, k)
	}
	return kinds
}
