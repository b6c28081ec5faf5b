//go:build linux

package stories

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// counter prints increasing numbers, ten lines a second.
const counter = `n=0; while :; do echo "tick $((++n))"; read -t 0.1 <> <(:) || :; done`

// S3-29, S3-32.
func TestCloseTabAndUndoKeepsProcess(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("first")
	s.newTab(2, "counting")
	s.run(counter, "tick 3")
	before := s.waitProcesses(2)

	s.Prefix("&")
	closed := s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "counting") })
	s.WaitText("Ctrl-Shift-T brings it back")
	s.sameProcesses("after closing", before)
	at := number(closed, "tick ")

	s.Press("ctrl+shift+t")
	back := s.WaitFor("the tab to come back", func(sc drive.Screen) bool { return activeTab(sc) == "2 counting" && number(sc, "tick ") > 0 })
	s.sameProcesses("after undo", before)
	if at >= 0 {
		t.Errorf("the screen of the closed tab is still shown\n%s", closed.Boxed())
	}
	first := number(back, "tick ")
	s.WaitFor("the counter to go on", func(sc drive.Screen) bool { return number(sc, "tick ") > first+3 })
}

// S3-34.
func TestClosePaneAndUndoKeepsPlaceAndProcess(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	s.run("echo still $((40+2))", "still 42")
	before := s.waitProcesses(3)
	layout := s.Screen().Text()

	s.Prefix("x")
	s.WaitFor("the pane to close", func(sc drive.Screen) bool { return activeTitle(sc) == "two" && !sc.Contains("still 42") })
	s.sameProcesses("after closing", before)
	s.Prefix("u")
	back := s.WaitFor("the pane to come back", func(sc drive.Screen) bool { return activeTitle(sc) == "three" && sc.Contains("still 42") })
	s.sameProcesses("after undo", before)
	if got := back.Region(0, 0, 80, 23); got != strings.Join(strings.SplitAfter(layout, "\n")[:23], "") {
		t.Errorf("the screen differs after close and undo:\n%s\nwas\n%s", got, layout)
	}
}

// S3-32, S3-35.
func TestCloseLastPaneOfATabAndUndo(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.newTab(2, "second")
	s.Type("seq -f 'row %g' 200; echo kept $((40+2))\n")
	s.prompt("after the rows", func(sc drive.Screen) bool { return sc.Contains("kept 42") })
	before := s.waitProcesses(2)
	id := s.WaitDocument("both tabs", func(d drive.Document) bool { return len(d.Tabs()) == 2 }).ActiveTab().Active
	text := s.dormer("capture", "--scrollback", id)
	s.Prefix("x")
	s.WaitFor("the tab to go with its last pane", func(sc drive.Screen) bool { return tabs(sc) == "1 first" })
	s.Prefix("T")
	s.WaitFor("the tab to come back", func(sc drive.Screen) bool { return activeTab(sc) == "2 second" && sc.Contains("kept 42") })
	s.sameProcesses("after undo", before)
	if got := s.dormer("capture", "--scrollback", id); got != text || strings.Count(got, "row ") < 200 {
		t.Errorf("its history is\n%s\nwas\n%s", got, text)
	}
}

func TestCloseTheOnlyTabAndUndo(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("echo kept $((40+2))", "kept 42")
	before := s.waitProcesses(1)
	s.Prefix("&")
	s.WaitText("Nothing is open")
	s.sameProcesses("with no tab open", before)
	s.Prefix("u")
	s.WaitText("kept 42")
	s.sameProcesses("after undo", before)
}

// S3-25, S3-28.
func TestUndoReopensTenClosesAndTheEleventhIsGone(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 200})
	s.name("t1")
	s.newTab(2, "t2")
	oldest := s.pid()
	for n := 3; n <= 12; n++ {
		s.newTab(n, fmt.Sprintf("t%d", n))
	}
	before := s.waitProcesses(12)

	// Eleven tabs are closed in mixed order. t2 is closed first, so it is the one that is dropped
	// when the eleventh is closed.
	order := []int{2, 12, 5, 3, 7, 11, 4, 10, 6, 9, 8}
	for i, n := range order {
		s.goTo(fmt.Sprintf("t%d", n))
		s.Prefix("&")
		s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !hasTab(sc, fmt.Sprintf("t%d", n)) })
		if i < 10 {
			s.sameProcesses(fmt.Sprintf("after %d closes", i+1), before)
		}
	}
	s.WaitFor("one tab to be left", func(sc drive.Screen) bool { return tabs(sc) == "1 t1" })
	for i := len(order) - 1; i > 0; i-- {
		s.Prefix("u")
		s.WaitFor("the newest closed tab", func(sc drive.Screen) bool { return strings.HasSuffix(activeTab(sc), fmt.Sprintf(" t%d", order[i])) })
	}
	without := s.WaitFor("ten tabs to be back", func(sc drive.Screen) bool { return strings.Count(tabs(sc), "t") == 11 })
	expected := "1 t1  2 t3  3 t4  4 t5  5 t6  6 t7  7 t8  8 t9  9 t10  10 t11  11 t12"
	if got := tabs(without); got != expected {
		t.Errorf("the tabs are %q, want them in their old places %q", got, expected)
	}
	s.Prefix("u")
	s.WaitText("there is nothing to undo")
	s.ended("the tab that no longer fits the undo stack", oldest)
	maps.DeleteFunc(before, func(_ string, pid int) bool { return pid == oldest })
	s.sameProcesses("after ten undos", before)
}

// hasTab reports whether the tab bar has a tab with a name.
func hasTab(s drive.Screen, name string) bool {
	for _, f := range strings.Fields(tabs(s)) {
		if f == name {
			return true
		}
	}
	return false
}

// goTo steps through the tabs until the named one is active.
func (s *story) goTo(name string) {
	s.t.Helper()
	for range 20 {
		at := activeTab(s.Screen())
		if strings.HasSuffix(at, " "+name) {
			return
		}
		s.Prefix("n")
		s.WaitFor("the next tab", func(sc drive.Screen) bool { return activeTab(sc) != at })
	}
	s.t.Fatalf("there is no tab %s\n%s", name, s.Screen().Boxed())
}

// S3-34.
func TestKillPaneAsksAndIsFinal(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	killed := s.pid()
	before := s.waitProcesses(2)

	s.Prefix("X")
	s.WaitText("Kill", "two", "cannot be brought back")
	s.Press("n")
	s.WaitGone("Kill")
	s.sameProcesses("after saying no", before)

	s.Prefix("X")
	s.WaitText("Kill")
	s.Press("y")
	s.WaitFor("the pane to go", func(sc drive.Screen) bool { return tabs(sc) == "1 one" && !sc.Contains("─") })
	s.ended("the killed pane", killed)
	s.Prefix("u")
	s.WaitText("there is nothing to undo")
	if n := len(s.Children()); n != 1 {
		t.Errorf("%d processes are left, want 1", n)
	}
}

// A confirmed kill is carried out even if the user leaves at once, or if the host is stopped for a
// while, which is reported.
func TestConfirmedKillIsCarriedOut(t *testing.T) {
	t.Parallel()
	t.Run("leaving at once", func(t *testing.T) {
		t.Parallel()
		s := open(t, drive.Options{})
		s.name("one")
		s.splitRight("two")
		killed := s.pid()
		s.Prefix("X")
		s.WaitText("Kill `two`?")
		s.Type("y\x02d")
		if status := s.WaitExit(); status != 0 {
			t.Errorf("it left with status %d", status)
		}
		s.ended("the killed session", killed)
		s.waitProcesses(1)
	})
	t.Run("stopped host", func(t *testing.T) {
		t.Parallel()
		s := open(t, drive.Options{Cols: 160})
		s.name("one")
		s.splitRight("two")
		killed := s.pid()
		goOn := stop(t, hostOf(t, killed))
		s.Prefix("X")
		s.WaitText("Kill `two`?")
		s.Press("y")
		s.WaitText("could not be ended: its host does not answer")
		goOn()
		s.ended("the killed session", killed)
		s.waitProcesses(1)
	})
}
