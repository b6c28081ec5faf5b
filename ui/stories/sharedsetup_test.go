//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// inPreparedRepo opens a repository that has a template, shared.toml. Its setup waits for a line and
// writes it to the file made.
func inPreparedRepo(t *testing.T, template string) (*story, string) {
	t.Helper()
	s, dir := inRepo(t, withAgents(t))
	for name, text := range map[string]string{
		".dormer.toml": "[worktree]\nsetup = \"echo step $((40+2)); read word && echo $word >> made\"\n",
		"shared.toml":  template,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.run("clear; dormer worktree trust; echo status $?", "status 0")
	return s, dir
}

// F331: the session that sets up a worktree ends before the setup has finished. The agent that waits
// for the setup says so, and waits again or starts without it, as the user chooses.
func TestSharedSetupWhoseSessionEnds(t *testing.T) {
	t.Parallel()
	s, dir := inPreparedRepo(t, `
[[tabs]]
worktree = "fix"
agent = "claude"
prompt = "first"
[[tabs]]
worktree = "fix"
agent = "claude"
prompt = "second"
focus = true
`)
	s.run("clear; dormer open shared.toml", "The setup of this worktree runs in another pane.")
	s.Prefix("2")
	s.WaitText("step 42")
	s.Prefix("3")
	for _, r := range s.rows() {
		setup, err := os.ReadFile(filepath.Join(s.Home(), "state", "sessions", r.ID, "setup"))
		if err == nil && strings.HasPrefix(string(setup), "echo step") {
			s.endHost(r.PID, unix.SIGKILL)
		}
	}
	s.WaitText("ended before the setup finished", "claude was not started.", "Enter: run the setup again", "s: start claude without it", "fix ⚑")
	s.Prefix("2")
	s.WaitText("Enter starts it")
	s.Press("enter")
	s.WaitFor("the setup again", func(sc drive.Screen) bool {
		return sc.Contains("step 42") && !sc.Contains("Enter starts it") && !sc.Contains("Enter begins")
	})
	s.Prefix("3")
	s.WaitText("Enter: run the setup again")
	s.Press("enter")
	s.WaitFor("it waits again", func(sc drive.Screen) bool {
		return strings.Count(sc.Text(), "The setup of this worktree runs in another pane.") == 2
	})
	s.Prefix("2")
	s.WaitGone("runs in another pane")
	s.Press("ctrl+c")
	s.WaitText("the setup was stopped, and claude was not started.")
	s.Type("q")
	s.WaitText("exited with code 1")
	s.Prefix("3")
	s.WaitFor("it asks again", func(sc drive.Screen) bool {
		return strings.Count(sc.Text(), "s: start claude without it") == 2
	})
	s.Type("s")
	s.WaitText("did: second")
	if made, err := os.ReadFile(filepath.Join(dir, "agent", "fix", "made")); err == nil {
		t.Errorf("the setup has made %q", made)
	}
}

// F334: in a worktree without an agent the setup runs before the first command. The other commands
// wait for it, and so does what is typed into a shell.
func TestCommandsSharingAWorktreeWaitForItsSetup(t *testing.T) {
	t.Parallel()
	s, _ := inPreparedRepo(t, `
[[tabs]]
worktree = "fix"
type = "echo typed after $(cat made)"
focus = true
[[tabs]]
worktree = "fix"
command = ["sh", "-c", "echo first has $(cat made); exec cat"]
[[tabs]]
worktree = "fix"
command = ["sh", "-c", "echo second has $(cat made); exec cat"]
`)
	s.run("clear; dormer open shared.toml", "The setup of this worktree runs in another pane.")
	s.Prefix("3")
	s.WaitText("step 42")
	s.Type("go\n")
	s.WaitText("first has go")
	s.Prefix("4")
	s.WaitText("second has go")
	s.Prefix("2")
	s.WaitText("typed after go")
}
