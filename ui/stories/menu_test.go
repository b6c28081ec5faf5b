//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// A right click opens a menu for what was clicked and acts on that: on a background tab, on a pane,
// by releasing the button on a row, and by keys.
func TestContextMenuActsOnWhatWasClicked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	first := s.pid()
	s.newTab(2, "two")
	s.RightClick(1, 0)
	menu := s.WaitText("╭─ one ", "rename tab", "close tab")
	x, y, _ := menu.Find("close tab")
	s.Click(x, y)
	s.WaitFor("one tab", func(sc drive.Screen) bool { return tabs(sc) == "1 two" })
	s.RightClick(60, 0)
	s.WaitText("╭─ tabs ", "undo close")
	s.Press("T")
	s.WaitFor("both tabs", func(sc drive.Screen) bool { return tabs(sc) == "1 one  2 two" && activeTab(sc) == "1 one" })
	if got := s.pid(); got != first {
		t.Errorf("the process has changed: %d, was %d", got, first)
	}
	s.RightDrag(30, 3, 32, 9)
	s.prompt("of the new pane", func(sc drive.Screen) bool { return sc.Cursor.Col > 40 })
	s.Prefix(".")
	s.WaitText("zoom pane")
	s.Press("z")
	s.WaitFor("one pane alone", func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), " Z") })
}

// A program in mouse mode gets right clicks; with Alt they are dormer's.
func TestRightClicksGoToMousePrograms(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type(`stty -echo -icanon; printf '\033[?1000h\033[?1006hasked\n'; cat -v` + "\n")
	s.WaitFor("the program to have asked for the mouse", func(sc drive.Screen) bool { return strings.TrimSpace(sc.Row(2)) == "asked" })
	s.RightClick(9, 9)
	s.WaitText("^[[<2;10;9M")
	s.AltRightClick(9, 9)
	s.WaitText("split right", "kill pane")
}

// The middle button pastes the last selection. It asks before it pastes lines that would run at
// once.
func TestMiddleButtonPastes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type("clear; echo to be or not\n")
	s.prompt("below the text", func(sc drive.Screen) bool { return sc.Row(1) == "to be or not" && sc.Cursor.Row == 2 })
	s.Drag(0, 1, 11, 1)
	s.WaitText("copied `to be or not`")
	s.MiddleClick(40, 12)
	s.WaitText("$ to be or not")
	s.Press("ctrl+u")
	s.Type("clear; cat\n")
	s.WaitFor("cat", func(sc drive.Screen) bool { return strings.TrimSpace(sc.Row(1)) == "" })
	s.Type("one\ntwo\n")
	s.WaitFor("it twice", func(sc drive.Screen) bool { return sc.Count("two") == 2 })
	s.Drag(0, 1, 2, 3)
	s.WaitText("copied 3 lines")
	s.MiddleClick(40, 12)
	s.WaitText("Paste 3 lines?", "Each line runs at once")
	s.Press("n")
	s.WaitGone("Paste 3 lines?")
	s.MiddleClick(40, 12)
	x, y, _ := s.WaitText("Paste 3 lines?").Find("y yes")
	s.Click(x, y)
	s.WaitFor("the lines", func(sc drive.Screen) bool { return sc.Count("one") >= 4 })
}
