//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// The form makes a worktree, filled in by keys and by mouse on a small screen. Errors are shown
// beside their field, and nothing typed is lost. The palette goes to the worktree's pane.
func TestWorktreeForm(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Dir: changedWorktree(t), Reader: drive.Tmux})
	s.name("shell")
	s.Prefix("N")
	s.WaitText("New worktree", "Repository", "Prompt", "Enter create")
	s.Type("wor")
	s.WaitMatch(`(?m)│ +work +│`) // an existing branch
	s.Press("down", "enter", "enter")
	s.WaitText("New worktree", "is checked out in")

	// The form is filled in again, by mouse.
	click := func(text string) {
		t.Helper()
		x, y, ok := s.WaitText(text).Find(text)
		if !ok {
			t.Fatalf("%q is not on the screen", text)
		}
		s.Click(x+1, y)
	}
	s.Press("ctrl+u")
	s.WaitGone("is checked out in")
	s.Type("fix/日本")
	click("From")
	s.Type("ma")
	click(" main ")
	s.WaitMatch(`From +main`) // and the suggestions are gone
	click("Enter create")
	s.prompt("in the worktree", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.name("fixing")
	s.run("clear; git log --oneline | wc -l; git branch --show-current; pwd", "1", "fix/日本", "agent/fix-日本")

	s.focus("shell", "1")
	s.Prefix(":")
	s.Type("#fix")
	s.WaitText("open")
	s.Press("enter")
	s.WaitFor("the pane that it has", func(sc drive.Screen) bool { return activeTitle(sc) == "fixing" && !hasTab(sc, "3") })
}
