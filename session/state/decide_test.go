package state

import (
	"testing"
	"time"

	"dormer/session"
)

// S0-21, S1-01, S1-02, S1-03, S1-04, S1-05, S1-06, S1-07, S1-13, S1-14, S1-19: every combination of
// observations.
func TestDecide(t *testing.T) {
	code := func(n int) *session.Exit { return &session.Exit{Code: n} }
	tests := []struct {
		name   string
		o      Observation
		state  session.Lifecycle
		reason string
		doing  Doing
	}{
		{"host_gone", Observation{}, session.Failed, "host no longer exists", ""},
		{"host_gone_before_all_else", Observation{Shell: true, Children: true, Command: true, Exit: code(0)}, session.Failed, "host no longer exists", ""},
		{"shell_dead", Observation{Host: true}, session.Failed, "shell process exited", ""},
		{"shell_dead_before_children", Observation{Host: true, Children: true}, session.Failed, "shell process exited", ""},
		{"shell_left_with_code_0", Observation{Host: true, Exit: code(0)}, session.Completed, "", ""},
		{"shell_left_with_code_1", Observation{Host: true, Exit: code(1)}, session.Failed, "shell process exited", ""},
		{"shell_killed", Observation{Host: true, Exit: &session.Exit{Signal: "SIGKILL"}}, session.Failed, "shell process exited", ""},
		{"command_dead_0", Observation{Host: true, Command: true, Exit: code(0)}, session.Completed, "", ""},
		{"command_dead_2", Observation{Host: true, Command: true, Exit: code(2)}, session.Failed, "command exited with code 2", ""},
		{"command_killed", Observation{Host: true, Command: true, Exit: &session.Exit{Signal: "SIGSEGV"}}, session.Failed, "command ended by SIGSEGV", ""},
		{"command_dead_unknown", Observation{Host: true, Command: true}, session.Failed, "shell process exited", ""},
		{"command_done_0", Observation{Host: true, Shell: true, Command: true, Exit: code(0)}, session.Completed, "", ""},
		{"command_done_9", Observation{Host: true, Shell: true, Command: true, Exit: code(9)}, session.Failed, "command exited with code 9", ""},
		{"command_done_unknown", Observation{Host: true, Shell: true, Command: true}, session.Completed, "", ""},
		{"command_runs", Observation{Host: true, Shell: true, Command: true, Children: true}, session.LifecycleRunning, "", Working},
		{"command_runs_despite_old_code", Observation{Host: true, Shell: true, Command: true, Children: true, Exit: code(1)}, session.LifecycleRunning, "", Working},
		{"just_not_idle", Observation{Host: true, Shell: true, Children: true, Quiet: 3*time.Second - 1}, session.LifecycleRunning, "", Working},
		{"idle", Observation{Host: true, Shell: true, Children: true, Quiet: 3 * time.Second}, session.LifecycleRunning, "", Idle},
		{"shell_at_prompt", Observation{Host: true, Shell: true}, session.LifecycleRunning, "", Idle},
		{"deleted", Observation{Host: true, Shell: true, Children: true, Deleted: "worktree /w was deleted"}, session.Orphaned, "worktree /w was deleted", ""},
		{"deleted_after_its_end", Observation{Host: true, Command: true, Exit: code(1), Deleted: "worktree /w was deleted"}, session.Failed, "command exited with code 1", ""},
		{"deleted_and_host_gone", Observation{Deleted: "worktree /w was deleted"}, session.Failed, "host no longer exists", ""},
		{"shell_at_prompt_after_failure", Observation{Host: true, Shell: true, Exit: code(1), Quiet: time.Hour}, session.LifecycleRunning, "", Idle},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Decide(tt.o)
			if got.State != tt.state || got.Reason != tt.reason || got.Doing != tt.doing {
				t.Errorf("got %+v, want %s %q %q", got, tt.state, tt.reason, tt.doing)
			}
		})
	}
}

// Every decision is a state that a running session may enter, and never completed with a code other
// than 0.
func TestDecideIsAlwaysAllowed(t *testing.T) {
	for i := range 32 {
		for _, e := range []*session.Exit{nil, {}, {Code: 1}, {Signal: "SIGHUP"}, {Err: "x"}} {
			o := Observation{
				Host: i&1 != 0, Shell: i&2 != 0, Command: i&4 != 0, Children: i&8 != 0,
				Quiet: time.Duration(i&16) * time.Second, Exit: e,
			}
			v := Decide(o)
			if v.State != session.LifecycleRunning && !session.LifecycleRunning.CanBecome(v.State) {
				t.Errorf("%+v: %s", o, v.State)
			}
			if v.State == session.Completed && v.Exit != nil && !v.Exit.Clean() {
				t.Errorf("%+v: completed with %+v", o, v.Exit)
			}
			if (v.Doing == DoingNothing) != v.State.Terminal() {
				t.Errorf("%+v: %s is %q", o, v.State, v.Doing)
			}
		}
	}
}
