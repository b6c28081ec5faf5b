//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// F332: everything is killed while agents wait for their automatic restart, one after a limit and one
// after a crash. The next dormer starts them, and they go on with their conversations. One whose
// restart was cancelled waits for Enter, and one that was ended is not restarted either.
func TestRetryIsMadeAfterEverythingIsKilled(t *testing.T) {
	t.Parallel()
	s := open(t, withAgents(t))
	s.configure("[agents.claude]\nretry = 2\n[agents.gemini]\nretry = 2\nretry_pause = \"50m\"\n[agents.opencode]\nretry = 2\nretry_pause = \"50m\"\n[agents.codex]\nretry = 2\nretry_pause = \"50m\"\n")
	s.WaitText("the configuration was reloaded")
	s.openAgent("claude")
	s.Type("limit resets in 20m\n")
	s.WaitText("rate limit; it goes on in")
	s.openAgent("gemini")
	s.Type("crash 3\n")
	s.WaitText("exited with code 3", "(try 1 of 2); Enter: now, c cancels")
	s.openAgent("codex")
	s.Type("crash 5\n")
	s.WaitText("exited with code 5", "(try 1 of 2); Enter: now, c cancels")
	s.openAgent("opencode")
	s.Type("crash 4\n")
	s.WaitText("exited with code 4", "(try 1 of 2); Enter: now, c cancels")
	s.Type("c")
	s.WaitText("not started again: it was cancelled; Enter starts it again")

	agents, rows := s.agents(), s.rows()
	s.dormer("kill", agents["codex"].ID)
	for name, retries := range map[string]bool{"claude": true, "gemini": true, "codex": false, "opencode": false} {
		file := filepath.Join(s.Home(), "state", "sessions", agents[name].ID, "agent.json")
		eventually(t, "the retry of "+name+" is recorded", func() bool {
			kept, err := os.ReadFile(file)
			return err == nil && strings.Contains(string(kept), `"retries":true`) == retries
		})
		if name != "claude" {
			s.waitState(agents[name].ID, "failed")
		}
	}
	s.Kill()
	for _, r := range rows {
		if r.ID != agents["codex"].ID {
			s.endHost(r.PID, unix.SIGKILL)
		}
	}

	r := s.relaunch()
	r.WaitText("exited with code 4", "Enter starts it again")
	for key, name := range map[string]string{"2": "claude", "3": "gemini"} {
		r.Prefix(key)
		sc := r.WaitText(name+" resume "+agents[name].Conversation, "before: begin with "+name, "did: continue")
		if strings.Contains(sc.Text(), "before: continue") {
			t.Errorf("%s was told twice to continue\n%s", name, sc.Boxed())
		}
	}
}
