//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// S3-70: opening a template with worktrees makes the missing ones and opens a tab in each. If one
// cannot be made, the new ones are removed again, and one sentence says why. A saved template opens
// the same worktrees.
func TestTemplateOpensWorktrees(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, withAgents(t))
	for name, text := range map[string]string{
		"two.toml": "[[tabs]]\nworktree = { branch = \"fix-a\", from = \"old\" }\n[[tabs]]\nworktree = \"fix-b\"\nagent = \"claude\"\nprompt = \"begin\"\nfocus = true\n",
		"bad.toml": "[[tabs]]\nworktree = \"three\"\n[[tabs]]\nworktree = \"no..name\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.run("clear; dormer open bad.toml; echo status $?", `no tab was opened: worktree no..name: "no..name" cannot be the name of a branch`, "ndone: three", "status 1")
	if _, err := os.Lstat(filepath.Join(dir, "agent", "three")); !os.IsNotExist(err) {
		t.Errorf("the worktree three exists: %v", err)
	}
	s.run("clear; git tag old; git -c user.name=A -c user.email=a@b commit -q --allow-empty -m two; git log --oneline | wc -l", "2")
	s.run("clear; git branch --list three | wc -l; git worktree list | wc -l; dormer open two.toml", "did: begin")
	in := filepath.Join("agent", "fix-b")
	if sc := s.WaitText("claude startup"); !strings.Contains(strings.ReplaceAll(sc.Text(), "\n", ""), in) {
		t.Errorf("the agent is not in %s\n%s", in, sc.Boxed())
	}
	s.focus("one", "1")
	s.WaitMatch(`(?m)^0$`)
	s.WaitMatch(`(?m)^1$`)
	s.Prefix("2")
	s.prompt("of the first tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.run("clear; git branch --show-current; echo port $DORMER_PORT .; echo commits: $(git log --oneline | wc -l)", "fix-a", "port 2", "commits: 1")

	// The worktrees are open, so nothing is opened twice.
	s.focus("one", "1")
	s.Type("clear; dormer open two.toml\n")
	s.WaitFor("the first of them", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") && !hasTab(sc, "4") })
	s.focus("one", "1")
	s.run("clear; dormer template save ./all.toml; grep worktree all.toml; echo saved $?", `branch = "fix-a"`, `branch = "fix-b"`, "saved 0")
}
