package away

import (
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/labels"
)

// Only events of the absence are shown, and waiting agents, however long they wait.
func TestLast(t *testing.T) {
	since := time.Unix(10_000, 0)
	f := Facts{Since: since, Until: since.Add(time.Hour)}
	in, before := since.Add(time.Minute), since.Add(-time.Minute)
	is := func(state agent.State, at time.Time) agent.Verdict {
		return agent.Verdict{State: state, Since: at, Message: "tests"}
	}
	for _, tt := range []struct {
		name       string
		s          labels.Session
		mark, text string
	}{
		{"nothing", labels.Session{}, "", ""},
		{"an_agent_waits", labels.Session{Agent: is(agent.Blocked, before)}, attention.MarkBlocked, "waits: tests"},
		{"an_agent_is_done", labels.Session{Agent: is(agent.Done, in)}, attention.MarkDone, "is done: tests"},
		{"an_agent_was_done_before", labels.Session{Agent: is(agent.Done, before)}, "", ""},
		{"an_agent_failed", labels.Session{Agent: is(agent.Failed, in)}, attention.MarkFailed, "failed: tests"},
		{"a_command_finished", labels.Session{Exit: &session.Exit{Started: before, Ended: in}}, attention.MarkDone, "finished"},
		{"a_command_finished_before", labels.Session{Exit: &session.Exit{Ended: before}}, "", ""},
		{"a_bell", labels.Session{Asks: attention.Asks{Reason: attention.Rang, Since: in, Text: "rang the bell"}}, attention.MarkBell, "rang the bell"},
	} {
		h, happened := f.Last(tt.s)
		if h.Mark != tt.mark || h.Text != tt.text || happened != (tt.mark != "") {
			t.Errorf("%s: got %+v, %v", tt.name, h, happened)
		}
	}
}
