//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// As in tmux, panes are selected by number and rotated, and a tab is selected by name.
func TestFocusPaneByNumberAndRotatePanes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("one")
	s.Prefix("%")
	s.prompt("on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
	s.name("two")
	s.Prefix("q")
	s.WaitText(" 1 ", " 2 ", "The number goes to its pane")
	s.Press("1")
	s.WaitFor("the pane on the left", func(sc drive.Screen) bool { return sc.Cursor.Col < 50 && !sc.Contains("The number goes") })
	s.Prefix("ctrl+o")
	s.WaitFor("the panes in each other's place", func(sc drive.Screen) bool {
		return strings.Index(sc.Row(1), "two") < strings.Index(sc.Row(1), "one") && sc.Cursor.Col < 50
	})
	s.Prefix("u")
	s.WaitFor("the panes as they were", func(sc drive.Screen) bool {
		return strings.Index(sc.Row(1), "one") < strings.Index(sc.Row(1), "two")
	})
	s.Prefix("c")
	s.WaitFor("a second tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.Prefix("'")
	s.WaitText("Go to the tab")
	s.Type("1\n")
	s.WaitFor("the first tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "1") })
	s.Prefix("~")
	s.WaitText("Messages", "undone: rotate")
}

// As in zellij, the keys can be locked for a program with keys of its own, and unlocked with the
// same key.
func TestLockedKeysGoToTheProgram(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.configure("[keys]\npreset = \"zellij\"\n")
	s.WaitText("the configuration was reloaded")
	s.run("stty -ixon; echo re''ady; cat -v", "ready")
	s.Press("ctrl+g")
	s.WaitText("LOCKED, Ctrl-g unlocks")
	s.Press("ctrl+b", "c", "ctrl+p", "n", "enter")
	s.WaitText("^Bc^Pn")
	s.Press("ctrl+g")
	s.WaitGone("LOCKED")
	s.Press("ctrl+p", "n")
	s.prompt("on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
}
