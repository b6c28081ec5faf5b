package health

import (
	"slices"
	"testing"
)

// S3-59 to S3-68: the machine, written out a second time from the requirements. Any other pair keeps
// its status and has no effects.
var named = []struct {
	from    Phase
	on      eventKind
	to      Phase
	effects []effect
}{
	// S3-60
	{Unknown, verify, Verifying, []effect{checkSocket}},
	{Unknown, create, Verifying, []effect{createSession}},
	// S3-61
	{Verifying, socketFound, Verifying, []effect{checkSessionExists}},
	// S3-62
	{Verifying, sessionDetected, Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Verifying, created, Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Verifying, socketMissing, Missing, []effect{cancelHealthCheck, notifyDead}},
	{Verifying, sessionNotDetected, Missing, []effect{cancelHealthCheck, notifyDead}},
	{Verifying, createFailed, Failed, []effect{cancelHealthCheck, notifyFailed}},
	// S3-63
	{Alive, checkPassed, Alive, []effect{scheduleHealthCheck}},
	{Alive, checkFailed, Dead, []effect{cancelHealthCheck, notifyDead}},
	{Alive, sessionDied, Dead, []effect{cancelHealthCheck, notifyDead}},
	{Alive, verify, Verifying, []effect{checkSocket}},
	// S3-64
	{Dead, attemptRecovery, Recovering, []effect{tryRecovery}},
	{Dead, create, Verifying, []effect{destroySession, createSession}},
	// S3-65
	{Missing, create, Verifying, []effect{createSession}},
	{Missing, attemptRecovery, Recovering, []effect{tryRecovery}},
	// S3-66
	{Recovering, recoverySucceeded, Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Recovering, recoveryFailed, Failed, []effect{notifyFailed}},
	// S3-67
	{Failed, create, Verifying, []effect{destroySession, createSession}},
	{Failed, verify, Verifying, []effect{checkSocket}},
}

// S3-59, S3-60, S3-61, S3-62, S3-63, S3-64, S3-65, S3-66, S3-67, S3-68, S3-72: all 98 pairs.
func TestNextMatrix(t *testing.T) {
	used := map[effect]bool{}
	pairs, moves := 0, 0
	for _, from := range phases() {
		for _, on := range eventKinds() {
			pairs++
			was := Status{Phase: from}
			if from == Failed {
				was.Reason = "before"
			}
			want, effects := was, []effect(nil)
			for _, n := range named {
				if n.from == from && n.on == on {
					moves++
					want, effects = Status{Phase: n.to}, n.effects
					if n.to == Failed {
						want.Reason = "because"
					}
				}
			}
			got, asked := next(was, event{Kind: on, Reason: "because"})
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
	for e := checkSocket; e <= notifyFailed; e++ {
		if !used[e] {
			t.Errorf("effect %d is never requested", e)
		}
	}
}

// S3-59.
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

// phases returns the seven phases.
func phases() []Phase { return []Phase{Unknown, Verifying, Alive, Dead, Missing, Recovering, Failed} }

// eventKinds returns the fourteen kinds.
func eventKinds() []eventKind {
	kinds := make([]eventKind, 0, int(createFailed)+1)
	for k := verify; k <= createFailed; k++ {
		kinds = append(kinds, k)
	}
	return kinds
}
