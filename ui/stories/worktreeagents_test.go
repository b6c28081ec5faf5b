//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S3-04, S4-26: five agents work in five worktrees of a repository. Two ask a question: Ctrl-b a
// goes to the one that has waited longest, then to the other, and both are answered. After a reboot
// each resumes its conversation in its worktree. One worktree is removed and restored: its agent
// runs on, and a file ignored by git is unchanged.
func TestFiveAgentsInFiveWorktrees(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	s.run("clear; echo .env >> .git/info/exclude; echo done $?", "done 0")
	env := func(name string) string { return filepath.Join(dir, "agent", "fix-"+name, ".env") }
	for _, name := range drive.AgentNames {
		s.focus("one", "1")
		asked := "begin with " + name
		prompt := " --prompt '" + asked + "'"
		if name == "aider" { // it takes no prompt
			prompt = ""
		}
		s.Type("clear; dormer worktree new fix-" + name + " --agent " + name + prompt + "\n")
		if prompt == "" {
			s.WaitText("aider startup")
			s.Type(asked + "\n")
		}
		s.WaitText("did: " + asked)
		if err := os.WriteFile(env(name), []byte("SECRET="+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tab := func(s *story, name string) {
		s.t.Helper()
		last := 1 + len(drive.AgentNames) // each new tab is next to the shell's
		s.Prefix(strconv.Itoa(last - slices.Index(drive.AgentNames, name)))
		s.WaitFor("the tab of "+name, func(sc drive.Screen) bool { return strings.Contains(sc.Text(), "begin with "+name) })
	}
	for _, name := range []string{"gemini", "claude"} {
		tab(s, name)
		s.Type("ask rm " + name + "\n")
		s.WaitText("Bash: rm "+name, "Do you want to proceed?")
	}
	s.focus("one", "1")
	s.WaitText("2 waits")
	s.WaitFor("tabs with the names of the worktrees", func(sc drive.Screen) bool {
		return strings.Contains(tabs(sc), "fix-gemini ⚑") && strings.Contains(tabs(sc), "fix-claude ⚑")
	})
	s.Prefix("w")
	s.WaitText("Overview", "⚑ r  6 worktrees, 6 tabs")
	s.Press("esc")
	s.WaitGone("Overview")
	for _, name := range []string{"gemini", "claude"} {
		s.Prefix("a")
		s.WaitText("Bash: rm "+name, "2. No")
		s.Type("1\n")
		s.WaitText("did: ask rm " + name)
	}
	s.WaitGone("waits")
	before := s.agents()

	s.killAll()
	s = s.relaunch()
	for _, name := range drive.AgentNames {
		tab(s, name)
		where := name + " resume " + before[name].Conversation
		sc := s.WaitText(where)
		// A path may continue in the next row.
		if text := strings.ReplaceAll(sc.Text(), "\n", ""); !strings.Contains(text, filepath.Dir(env(name))) {
			t.Errorf("%s is not in its worktree %s\n%s", name, filepath.Dir(env(name)), sc.Boxed())
		}
		if n := strings.Count(sc.Text(), "before: begin"); n != 1 {
			t.Errorf("%s got the first prompt %d times\n%s", name, n, sc.Boxed())
		}
	}

	s.Prefix("1")
	s.prompt("of the shell", anywhere)
	s.run("cd '"+dir+"'; clear; dormer worktree rm fix-claude; echo status $?", "runs claude in it; --force removes it", "status 1")
	s.run("clear; dormer worktree rm --force fix-claude; echo status $?", "removed worktree fix-claude", "status 0")
	if _, err := os.Lstat(filepath.Dir(env("claude"))); !os.IsNotExist(err) {
		t.Errorf("the worktree still exists: %v", err)
	}
	s.Type("clear; dormer worktree restore fix-claude\n")
	s.WaitText("claude resume " + before["claude"].Conversation)
	s.Type("still there\n")
	s.WaitText("did: still there")
	secret, err := os.ReadFile(env("claude"))
	if err != nil || string(secret) != "SECRET=claude\n" {
		t.Errorf(".env has %q: %v", secret, err)
	}
	if info, err := os.Stat(env("claude")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf(".env is no longer private: %v, %v", info, err)
	}
}
