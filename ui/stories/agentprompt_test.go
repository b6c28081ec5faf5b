//go:build linux

package stories

import (
	"strings"
	"testing"
)

// F330: an agent that is slow to take a prompt counts as working as soon as dormer has given it the
// prompt, so a wait for the end of its turn does not return for the turn before.
func TestWaitAfterAPromptIsForItsTurn(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.openAgent("claude")
	id := s.agents()["claude"].ID
	s.dormer("agent", "wait", id, "--state", "done")
	for _, r := range s.rows() {
		if r.ID != id {
			continue
		}
		goOn := stop(t, r.ChildPID)
		s.dormer("agent", "prompt", id, "ask rm x")
		if got := s.dormer("agent", "explain", id); !strings.HasPrefix(got, "working") {
			t.Errorf("after the prompt: %s", got)
		}
		goOn()
	}
	if got := s.dormer("agent", "wait", id, "--state", "done,blocked"); !strings.HasPrefix(got, "blocked") {
		t.Errorf("the wait returns %s", got)
	}
}
