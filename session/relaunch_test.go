package session_test

import (
	"fmt"
	"testing"

	"dormer/session"
)

// What happens to a session that is shown again, by its last recorded state. A column is a kind of
// session with its restart setting: s is a shell, c a command; no second letter means not set, a is
// always, k is ask. An agent counts as a command, unless it cannot resume its conversation.
func TestRelaunchNext(t *testing.T) {
	columns := []session.Relaunch{
		{Shell: true}, {Shell: true, Restart: session.RestartAlways}, {Shell: true, Restart: session.RestartAsk},
		{}, {Restart: session.RestartAlways}, {Restart: session.RestartAsk},
	}
	want := []struct {
		state session.Lifecycle
		next  string // S starts again, - waits
	}{
		//               s sa sk c ca ck
		{"", "           S S  -  - -  -"},
		{session.Created, "S S  -  - -  -"},
		{session.Starting, "S S  -  - -  -"},
		{session.LifecycleRunning, "S S  -  - S  -"},
		{session.Stopping, "- -  -  - -  -"},
		{session.Stopped, "- -  -  - -  -"},
		{session.Failed, "- -  -  - -  -"},
		{session.Completed, "- -  -  - -  -"},
		{session.Orphaned, "- -  -  - -  -"},
		{"of a later dormer", "S S  -  - -  -"},
	}
	known := map[session.Lifecycle]bool{}
	for _, tt := range want {
		known[tt.state] = true
		var words []string
		for _, c := range tt.next {
			if c != ' ' {
				words = append(words, string(c))
			}
		}
		for i, r := range columns {
			r.Past.Lifecycle = tt.state
			name := fmt.Sprintf("%q shell=%v restart=%q", tt.state, r.Shell, r.Restart)
			next := map[string]session.Next{"S": session.StartAgain, "-": session.Wait}[words[i]]
			if got := r.Next(); got != next {
				t.Errorf("%s: got %v, want %v", name, got, next)
			}
			agent := r
			agent.Past.Cannot = "it has not said which conversation this was"
			if got := agent.Next(); got != session.Wait {
				t.Errorf("%s, cannot resume: got %v, want %v", name, got, session.Wait)
			}
			agent.Past.Cannot, agent.Past.Retries = "", true
			retried := session.Wait
			if r.Shell && r.Restart != session.RestartAsk || r.Restart == session.RestartAlways {
				retried = session.StartAgain
			}
			if got := agent.Next(); got != retried {
				t.Errorf("%s, about to be restarted: got %v, want %v", name, got, retried)
			}
			r.Ask = true
			if got := r.Next(); got != session.Wait {
				t.Errorf("%s, --restore ask: got %v, want %v", name, got, session.Wait)
			}
			r.Host = true
			if got := r.Next(); got != session.Reattach {
				t.Errorf("%s, with a host: got %v, want %v", name, got, session.Reattach)
			}
		}
	}
	for _, l := range session.Lifecycles() {
		if !known[l] {
			t.Errorf("state %q is not in the table", l)
		}
	}
}

// OccasionMayStart tells whether a process may start that may have run before.
func TestOccasionMayStart(t *testing.T) {
	running, completed, unknown := &session.Past{Lifecycle: session.LifecycleRunning}, &session.Past{Lifecycle: session.Completed}, &session.Past{}
	tests := []struct {
		occasion session.Occasion
		past     *session.Past
		shell    bool
		restart  session.Restart
		want     bool
	}{
		{session.FirstStart, nil, false, "", true},
		{session.FirstStart, nil, true, "", true},
		{session.FirstStart, completed, false, "always", false},
		{session.FirstStart, running, false, "always", false},
		{session.FirstStart, unknown, false, "always", false},
		{session.FirstStart, completed, true, "", true},
		{session.OnReturn, nil, false, "always", false}, // unknown past
		{session.OnReturn, nil, true, "", true},
		{session.OnReturn, running, true, "", true},
		{session.OnReturn, running, false, "", false},
		{session.OnReturn, running, false, "always", true},
		{session.OnReturn, completed, false, "always", false},
		{session.OnReturn, completed, true, "", false},
		{session.OnReturn, unknown, false, "always", false},
		{session.OnRequest, completed, false, "ask", true},
		{session.OnRequest, unknown, false, "", true},
		{session.OnRequest, nil, true, "", true},
	}
	for _, tt := range tests {
		if got := tt.occasion.MayStart(tt.shell, tt.restart, tt.past); got != tt.want {
			t.Errorf("occasion %d, past %v, shell %v, restart %q: got %v, want %v", tt.occasion, tt.past, tt.shell, tt.restart, got, tt.want)
		}
	}
}
