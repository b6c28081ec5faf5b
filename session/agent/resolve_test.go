package agent

import (
	"testing"
	"time"
)

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// at returns evidence of a time some seconds after the start.
func at(seconds float64, source Source, state State) Evidence {
	return Evidence{Source: source, State: state, When: start.Add(time.Duration(seconds * float64(time.Second)))}
}

func until(e Evidence, seconds float64) Evidence {
	e.Until = start.Add(time.Duration(seconds * float64(time.Second)))
	return e
}

func part(e Evidence) Evidence {
	e.Part = true
	return e
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table []Evidence
		now   float64
		want  State
		from  Source
		next  float64 // 0 for never
	}{
		{"nothing is known", nil, 5, Unknown, "", 0},
		{"exit wins over all", []Evidence{at(4, Status, Working), at(4, Hook, Blocked), at(1, Exit, Failed), at(4, Screen, Blocked)}, 9, Failed, Exit, 0},
		{"OSC 7501 wins over a newer hook", []Evidence{at(3, Hook, Blocked), at(1, Status, Working)}, 4, Working, Status, 0},
		{"hook wins over an older title", []Evidence{at(1, Title, Working), at(3, Hook, Blocked)}, 60, Blocked, Hook, 0},
		{"title wins over a notice", []Evidence{at(3, Notice, Done), at(1, Title, Working)}, 4, Working, Title, 0},
		{"the newest notice counts", []Evidence{at(3, Notice, Done), at(1, Notice, Working)}, 4, Done, Notice, 0},
		{"a screen wins over activity", []Evidence{until(at(1, Activity, Working), 5), at(2, Screen, Blocked)}, 3, Blocked, Screen, 0},
		{"activity is better than nothing", []Evidence{until(at(1, Activity, Working), 5)}, 3, Working, Activity, 5},
		{"activity ends", []Evidence{until(at(1, Activity, Working), 5)}, 5, Unknown, "", 0},

		// Esc at a prompt of Claude Code: no hook fires (agents.md 2.1).
		{"Esc: OSC 7501 says idle", []Evidence{at(1, Hook, Blocked), at(9, Status, Idle)}, 9.1, Idle, Status, 0},
		{"Esc: the title says idle", []Evidence{at(1, Hook, Blocked), at(9, Title, Idle)}, 9.1, Idle, Title, 0},
		{"Esc during a turn: the title says idle", []Evidence{at(1, Hook, Working), at(1.2, Title, Idle)}, 2, Idle, Title, 0},
		{"the title stops because of the prompt", []Evidence{at(1, Hook, Blocked), at(1.3, Title, Idle)}, 9, Blocked, Hook, 0},
		{"the title spins since before the prompt", []Evidence{at(0.5, Title, Working), at(1, Hook, Blocked)}, 9, Blocked, Hook, 0},
		{"a turn without a hook", []Evidence{at(1, Hook, Done), at(9, Title, Working)}, 10, Working, Title, 0},
		{"done, and idle by its title", []Evidence{at(1, Hook, Done), at(1.1, Title, Idle)}, 60, Done, Hook, 0},
		{"failed, and idle by its title", []Evidence{at(1, Hook, Failed), at(9, Title, Idle)}, 60, Failed, Hook, 0},
		{"a report of a hook expires", []Evidence{until(at(1, Hook, Working), 100)}, 100, Unknown, "", 0},
		{"until then it counts", []Evidence{until(at(1, Hook, Working), 100)}, 99, Working, Hook, 100},
		// The notification of a permission comes 6 s late, and its reminder 60 s.
		{"a late notice changes nothing", []Evidence{at(1, Status, Working), at(7, Notice, Blocked)}, 8, Working, Status, 0},

		// herdr#408, #979: a screen cannot show working or done.
		{"a screen does not say working", []Evidence{at(2, Screen, Working)}, 9, Unknown, "", 0},
		{"a screen raises blocked", []Evidence{at(1, Hook, Working), at(3, Screen, Blocked)}, 3.5, Blocked, Screen, 0},
		{"not over a recent report", []Evidence{at(1, Hook, Working), at(2, Screen, Blocked)}, 2.5, Working, Hook, 3},
		{"but when it is older", []Evidence{at(1, Hook, Working), at(2, Screen, Blocked)}, 3, Blocked, Screen, 0},
		{"not without output since", []Evidence{at(3, Hook, Working), at(2, Screen, Blocked)}, 60, Working, Hook, 0},
		{"over OSC 7501, too", []Evidence{at(1, Status, Idle), at(30, Screen, Blocked)}, 31, Blocked, Screen, 0},
		{"over a title", []Evidence{at(1, Title, Idle), at(30, Screen, Blocked)}, 31, Blocked, Screen, 0},
		{"blocked by a hook stays so", []Evidence{at(1, Hook, Blocked), at(30, Screen, Blocked)}, 31, Blocked, Hook, 0},

		{"an error by a hook, and OSC 7501 says done", []Evidence{at(1, Hook, Failed), at(1.5, Status, Done)}, 60, Failed, Hook, 0},
		{"an error by a hook, and OSC 7501 said working", []Evidence{at(3, Hook, Failed), at(1, Status, Working)}, 60, Failed, Hook, 0},
		{"it works again after an error", []Evidence{at(1, Hook, Failed), at(1.5, Status, Working)}, 60, Working, Status, 0},
		{"it is done after an error", []Evidence{at(1, Hook, Failed), at(4, Status, Done)}, 60, Done, Status, 0},
		{"a part works on after an error", []Evidence{at(3, Hook, Failed), part(at(1, Status, Working))}, 60, Working, Status, 0},
		{"a screen raises an error", []Evidence{at(1, Title, Working), at(30, Screen, Failed)}, 31, Failed, Screen, 0},
		{"an error on the screen, and the title stops", []Evidence{at(31, Title, Idle), at(30, Screen, Failed)}, 60, Failed, Screen, 0},
		{"an error on the screen, and it works again", []Evidence{at(31, Title, Working), at(30, Screen, Failed)}, 60, Working, Title, 0},
		{"an error on the screen, and it is idle much later", []Evidence{at(40, Title, Idle), at(30, Screen, Failed)}, 60, Idle, Title, 0},

		{"a part does not make the whole blocked", []Evidence{at(1, Status, Working), part(at(2, Status, Blocked))}, 3, Working, Status, 0},
		{"parts alone", []Evidence{part(at(9, Status, Working)), part(at(2, Status, Blocked)), part(at(3, Status, Done))}, 10, Blocked, Status, 0},
		{"parts win over a hook", []Evidence{at(3, Hook, Done), part(at(2, Status, Working))}, 10, Working, Status, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := at(tt.now, "", "").When
			r := Resolve(tt.table, now)
			if r.State != tt.want || r.Source != tt.from {
				t.Errorf("got %s by %q, want %s by %q", r.State, r.Source, tt.want, tt.from)
			}
			if want := at(tt.next, "", "").When; r.Next != want && (tt.next != 0 || !r.Next.IsZero()) {
				t.Errorf("next check at %v, want %v", r.Next, want)
			}
			won := 0
			for _, f := range r.Findings {
				if f.Won {
					won++
				}
				if f.Why == "" {
					t.Errorf("no reason why %s lost or won", f.Source)
				}
			}
			if len(r.Findings) != len(tt.table) || (won == 1) != (tt.from != "") {
				t.Errorf("%d of %d findings have won", won, len(r.Findings))
			}
		})
	}
}
