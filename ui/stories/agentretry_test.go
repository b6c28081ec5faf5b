//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S4-26: a crashed agent with restarts enabled starts again by itself. Its pane counts down; c and
// the menu cancel that. It resumes its conversation and does not get its first prompt again. An
// agent that reached a usage limit and still runs shows in its pane when it continues.
func TestCrashedAgentRestarts(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.configure("[agents.claude]\nretry = 2\nretry_pause = \"50m\"\n")
	s.WaitText("the configuration was reloaded")
	s.openAgent("claude")
	id := s.agents()["claude"].Conversation
	s.Type("crash 3\n")
	first := s.WaitMatch(`starts again in 49m(\d+)s \(try 1 of 2\); Enter: now, c cancels, x closes the pane`)[1]
	s.WaitFor("the time counts down", func(sc drive.Screen) bool {
		return sc.Contains("starts again in 49m") && !sc.Contains("starts again in 49m"+first+"s")
	})
	s.Type("c")
	s.WaitText("not started again: it was cancelled; Enter starts it again")
	s.Press("enter")
	s.WaitText("claude resume "+id, "before: begin with claude")

	s.Type("crash 4\n")
	s.WaitText("exited with code 4", "(try 1 of 2); Enter: now")
	s.dormer("do", "agent.retry-now")
	s.WaitFor("it goes on", func(sc drive.Screen) bool { return strings.Contains(sc.Text(), "did: continue") })

	s.Type("limit resets in 20m\n")
	s.WaitText("rate limit; it goes on in 20m", "it does not if you type a line")
	s.RightClick(2, 3)
	menu := s.WaitText("do not start again", "start again now")
	for y := range 30 {
		if x := strings.Index(menu.Row(y), "do not start again"); x >= 0 {
			s.Click(len([]rune(menu.Row(y)[:x]))+2, y)
		}
	}
	eventually(t, "the list says that it was cancelled", func() bool {
		return strings.Contains(s.dormer("agent", "list"), "not started again: it was cancelled")
	})
	s.WaitFor("the pane without the menu and the countdown", func(sc drive.Screen) bool {
		return !sc.Contains("do not start again") && !sc.Contains("it goes on in") && sc.Contains("limited by")
	})
	s.Type("work\n")
	s.WaitText("did: work")
}
