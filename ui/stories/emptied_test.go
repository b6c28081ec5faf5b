//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// An empty workspace opens with a shell, no matter how it became empty.
func TestEmptyWorkspaceOpensWithAShell(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]func(s *story){
		"killed": func(s *story) {
			s.Prefix("X")
			s.WaitText("Kill")
			s.Press("y")
		},
		"tab closed":  func(s *story) { s.Prefix("&") },
		"pane closed": func(s *story) { s.Prefix("x") },
		"ended": func(s *story) {
			s.Type("exit\n")
			s.WaitText("exited with code 0", "Enter")
			s.Press("x")
		},
		"two panes killed": func(s *story) {
			s.Prefix("%")
			s.prompt("of another pane", func(sc drive.Screen) bool { return sc.Cursor.Col > 40 })
			s.Prefix("X")
			s.WaitText("Kill")
			s.Press("y")
			s.WaitGone("Kill")
			s.Prefix("X")
			s.WaitText("Kill")
			s.Press("y")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Home: shortHome(t)})
			s.name("first")
			empty(s)
			s.WaitText("Nothing is open")
			s.leave()
			s = s.relaunch()
			s.prompt("of a shell", anywhere)
			s.run("echo new $((40+2))", "new 42")
		})
	}
}
