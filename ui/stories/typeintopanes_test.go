//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// Typing into several panes marks each of them, reaches only those, and ends.
func TestTypingIntoChosenPanes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	s.Prefix("alt+s")
	s.WaitFor("a mark on each, on the tab and in the status line", func(sc drive.Screen) bool {
		return sc.Contains(" SYNC one ") && sc.Contains(" SYNC two ") && sc.Contains(" SYNC three ") &&
			strings.Contains(tabs(sc), "three SYNC") && strings.Contains(status(sc), "SYNC types into 3 panes")
	})
	s.Type("clear; echo all $((40+2))\n")
	s.WaitFor("all three to have run it", func(sc drive.Screen) bool { return sc.Count("all 42") == 3 })
	s.Paste("echo pasted $((40+2))")
	s.Press("enter")
	s.WaitFor("all three to have it pasted", func(sc drive.Screen) bool { return sc.Count("pasted 42") == 3 })
	s.Prefix("alt+p")
	s.WaitFor("two marks", func(sc drive.Screen) bool {
		return sc.Contains(" SYNC one ") && sc.Contains(" SYNC two ") && sc.Contains("━ three ") && !strings.Contains(status(sc), "SYNC")
	})
	s.run("clear; echo alone $((40+2))", "alone 42")
	s.Prefix("left")
	s.WaitFor("the mark in the status line", func(sc drive.Screen) bool {
		return sc.Contains("━ SYNC one ") && strings.Contains(status(sc), "SYNC types into 2 panes")
	})
	s.Type("clear; echo both $((40+2))\n")
	s.WaitFor("two of three", func(sc drive.Screen) bool { return sc.Count("both 42") == 2 && sc.Count("alone 42") == 1 })
	s.leave()
	s = s.relaunch()
	s.WaitText("both 42", "alone 42")
	sc := s.Screen()
	if sc.Count(" SYNC ") != 0 {
		t.Errorf("typing into several panes is still on after a relaunch\n%s", sc.Boxed())
	}
	s.run("clear; echo single $((40+2))", "single 42")
	if sc := s.Screen(); sc.Count("single 42") != 1 {
		t.Errorf("the input went into several panes\n%s", sc.Boxed())
	}
}
