//go:build linux

package stories

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

const awayTitle = "While you were away"

// setLastUse moves back the time at which the workspace was last used.
func (s *story) setLastUse(d time.Duration) {
	s.t.Helper()
	data, err := json.Marshal(map[string]time.Time{"at": time.Now().Add(-d)})
	if err == nil {
		err = os.WriteFile(filepath.Join(s.Home(), "state", "workspaces", "default", "used.json"), data, 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// waitUsed waits until the time of the last use has been saved.
func (s *story) waitUsed() {
	s.t.Helper()
	eventually(s.t, "the time of use to be saved", func() bool {
		_, err := os.Stat(filepath.Join(s.Home(), "state", "workspaces", "default", "used.json"))
		return err == nil
	})
}

// After some hours away, the page lists by worktree what waits, failed and changed. Any key closes
// it and does nothing else; Enter and a click go to a session. Panes and processes stay as they
// were.
func TestWhileYouWereAway(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	s.run("clear; dormer worktree new fix-login --agent claude --prompt 'begin it'; echo made $?")
	s.WaitText("did: begin it")
	s.focus("one", "1")
	s.run("clear; dormer worktree new übung --agent codex; echo made $?")
	s.WaitText("codex startup")
	s.waitUsed()
	before := s.waitProcesses(3)
	s.leave()

	s.dormer("agent", "prompt", "fix-login", "ask rm -rf build")
	s.dormer("agent", "wait", "fix-login", "--state", "blocked", "--timeout", "60s")
	s.dormer("agent", "prompt", "übung", "limit Upgrade or try again in 2 days 3 hours.")
	s.dormer("agent", "wait", "übung", "--state", "error", "--timeout", "60s")
	tree := filepath.Join(dir, "agent", "fix-login")
	if err := os.WriteFile(filepath.Join(tree, "new.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "git", "-C", tree, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "Fix the form").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	s.setLastUse(3 * time.Hour)
	s = s.relaunch()
	s.WaitText(awayTitle+" (3h 0m)", "fix-login: ", "1 changed file", "+ Fix the form",
		"⚑ fix-login  waits for a permission: approve Bash: rm -rf build", "✗ übung  failed: rate limit: the limit ends on", "Enter goes there")
	s.Resize(24, 80)
	s.WaitFor("the page on a smaller screen", func(sc drive.Screen) bool {
		return sc.Contains(awayTitle) && sc.Contains("Enter goes there") && len(sc.Row(0)) <= 80
	})
	s.Resize(30, 120)
	// The key that closes the page does not reach the agent that has the focus.
	s.Type("x")
	s.WaitGone(awayTitle)
	s.sameProcesses("after the page", before)
	s.Type("y\n")
	s.WaitText("did: y")
	if sc := s.Screen(); sc.Contains("did: xy") {
		t.Errorf("the key went into the pane\n%s", sc.Boxed())
	}
	s.leave()

	// Enter goes to the waiting session.
	s.setLastUse(3 * time.Hour)
	s = s.relaunch()
	s.WaitText(awayTitle, "waits for a permission")
	s.Press("enter")
	s.WaitFor("the agent that waits", func(sc drive.Screen) bool {
		return !sc.Contains(awayTitle) && strings.HasPrefix(activeTab(sc), "3") && sc.Contains("Bash: rm -rf build")
	})
	s.leave()

	// A click on a line goes to its session. The palette opens the page again.
	s.setLastUse(3 * time.Hour)
	s = s.relaunch()
	s.WaitText(awayTitle, "✗ übung")
	s.Press("esc")
	s.WaitGone(awayTitle)
	s.dormer("do", "away")
	sc := s.WaitText(awayTitle, "✗ übung", "fix-login: 2 commits, 1 changed file", "übung: 1 commit") // everything, so that the lines no longer move
	for y := range 30 {
		if x := strings.Index(sc.Row(y), "✗ übung"); x >= 0 && strings.Contains(sc.Row(y), "failed") {
			s.Click(60, y)
		}
	}
	s.WaitFor("the agent that failed", func(sc drive.Screen) bool {
		return !sc.Contains(awayTitle) && strings.HasPrefix(activeTab(sc), "2") && sc.Contains("limited by")
	})
}

// The page is not shown after less than an hour, without news, when it is turned off, or while
// somebody types.
func TestNoAwayPageWithoutNews(t *testing.T) {
	t.Parallel()
	s := begin(t, withAgents(t))
	s.prompt("the first shell", anywhere)
	s.run("echo hello", "hello")
	s.waitUsed()
	s.leave()
	s.setLastUse(3 * time.Hour)
	s = s.relaunch()
	s.prompt("the shell", anywhere)
	s.dormer("do", "away")
	s.WaitText("nothing happened while you were away")
	s.openAgent("claude")
	s.leave()
	for _, tt := range []struct {
		name   string
		away   time.Duration
		config string
	}{
		{"not long enough", 50 * time.Minute, ""},
		{"turned off", 3 * time.Hour, "[attention]\naway = \"0s\"\n"},
		{"not long enough for this user", 20 * time.Hour, "[attention]\naway = \"30h\"\n"},
	} {
		s.configure(tt.config)
		s.setLastUse(tt.away)
		s = s.relaunch()
		s.WaitText("did: begin with claude")
		s.dormer("do", "away")
		s.WaitText("you were not away for long")
		if sc := s.Screen(); sc.Contains(awayTitle) {
			t.Errorf("%s: the page is shown\n%s", tt.name, sc.Boxed())
		}
		s.leave()
	}
}
