//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S4-26: a repository's setup runs in the pane before the agent, also from the form. Meanwhile its
// pane can be closed and reopened, dormer left and started, and the machine rebooted. A failed or
// stopped setup is reported, and the agent starts only after the setup, with its prompt.
func TestWorktreeSetupRunsBeforeTheAgent(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	setup := "[worktree]\nsetup = \"echo step $((40+2)); read word; echo the word is $word; test \\\"$word\\\" = good\"\n"
	if err := os.WriteFile(filepath.Join(dir, ".dormer.toml"), []byte(setup), 0o600); err != nil {
		t.Fatal(err)
	}
	s.run("clear; git add .; git -c user.name=A -c user.email=a@b commit -q -m two; dormer worktree trust; echo status $?", "status 0")
	s.Prefix("N")
	s.WaitText("New worktree", "Enter create")
	s.Type("fix")
	s.Press("tab", "tab")
	s.Type("claude")
	s.Press("tab")
	s.Type("begin now")
	s.Press("enter")
	s.WaitText("setup: echo step", "step 42")

	s.Prefix("x")
	s.WaitGone("step 42")
	s.Prefix("T")
	s.WaitText("step 42")
	s.leave()
	s = s.relaunch()
	s.WaitText("step 42")
	s.Type("bad\n")
	s.WaitText("the word is bad", "the setup failed (exit status 1), and claude was not started.", "s: start claude without it", "fix ⚑")
	s.Press("enter")
	s.WaitFor("the setup again", func(sc drive.Screen) bool { // before the setup runs, Ctrl-C has no effect
		return strings.Count(sc.Text(), "step 42") == 2 && !sc.Contains("fix ⚑")
	})
	s.Press("ctrl+c")
	s.WaitText("the setup was stopped, and claude was not started.", "fix ⚑")
	s.Press("enter")
	s.WaitGone("fix ⚑")
	s.killAll()

	s = s.relaunch()
	s.WaitText("suspended: its setup has not finished, and runs first", "Enter begins")
	s.Press("enter")
	s.WaitFor("the setup alone", func(sc drive.Screen) bool {
		return !sc.Contains("suspended") && strings.Count(sc.Text(), "step 42") == 1
	})
	s.Type("good\n")
	sc := s.WaitText("claude startup", "did: begin now")
	if strings.Contains(sc.Text(), "before: ") {
		t.Errorf("it resumed a conversation\n%s", sc.Boxed())
	}
	s.agents() // waits until the document says that the agent runs
	s.killAll()
	s = s.relaunch()
	s.WaitText("claude resume", "before: begin now")
}

// Agents of a template that share a worktree wait for its setup, which runs before the first agent.
func TestAgentsSharingAWorktreeWaitForItsSetup(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	for name, text := range map[string]string{
		".dormer.toml": "[worktree]\nsetup = \"echo step $((40+2)); read word; echo made > made\"\n",
		"two.toml":     "[[tabs]]\nworktree = \"fix\"\nagent = \"claude\"\nprompt = \"first\"\n[[tabs]]\nworktree = \"fix\"\nagent = \"claude\"\nprompt = \"second\"\nfocus = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.run("clear; dormer worktree trust; echo status $?", "status 0")
	s.run("clear; dormer open two.toml", "The setup of this worktree runs in another pane.")
	s.Prefix("2")
	s.WaitText("step 42")
	s.Type("go\n")
	s.WaitText("did: first")
	s.Prefix("3")
	s.WaitText("The setup of this worktree runs in another pane.", "did: second")
}
