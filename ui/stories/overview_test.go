//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// selected returns the row and the text of a list's selected line, without its mark.
func selected(sc drive.Screen) (y int, line string) {
	for y := 1; y < sc.Rows-1; y++ {
		if strings.Contains(sc.Row(y), "│") {
			if line := reversed(sc, y); line != "" {
				return y, line
			}
		}
	}
	return -1, ""
}

// choose selects the line with a text in the open list.
func (s *story) choose(text string) {
	s.t.Helper()
	sc := s.WaitFor("a list with "+text, func(sc drive.Screen) bool { y, _ := selected(sc); return y >= 0 && lineWith(sc, text) >= 0 })
	from, _ := selected(sc)
	to := lineWith(sc, text)
	for ; from < to; from++ {
		s.Press("down")
	}
	for ; from > to; from-- {
		s.Press("up")
	}
	s.WaitFor(text+" to be selected", func(sc drive.Screen) bool { _, line := selected(sc); return strings.Contains(line, text) })
}

// lineWith returns the lowest row with a text, since a sidebar beside a list may contain the text
// too.
func lineWith(sc drive.Screen, text string) int {
	for y := sc.Rows - 2; y > 2; y-- {
		if x := columnOf(sc, y, text); x >= 0 && x < sc.Cols/2 {
			return y
		}
	}
	return -1
}

// From the overview everything in a workspace is renamed, moved, closed, reopened, ended, started
// again and focused.
func TestOverviewActsOnTheSelection(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 130, Rows: 30, Terminal: drive.Kitty})
	s.name("one")
	s.newTab(2, "two")
	s.splitRight("three")
	s.newTab(3, "four")
	before := s.waitProcesses(4)

	s.Prefix("w")
	s.WaitText("Overview")
	s.choose("three  /")
	s.Press("ctrl+r")
	s.WaitText("Name of this pane")
	s.Type("build\n")
	s.choose("build  /")
	s.Press("ctrl+o")
	s.WaitText("move to another tab")
	s.Type("m")
	s.WaitText("Move this pane into")
	s.choose("1 one")
	s.Press("enter")
	s.WaitFor("build in the first tab", func(sc drive.Screen) bool {
		return sc.Contains("2 panes") && lineWith(sc, "build  /") >= 0 && lineWith(sc, "build  /") < lineWith(sc, "2 two")
	})
	s.sameProcesses("after moving it", before)

	s.Press("esc")
	s.Prefix("3")
	s.WaitFor("four", func(sc drive.Screen) bool { return activeTab(sc) == "3 four" })
	s.Type("sleep 1000\n")
	s.Prefix("w")
	s.WaitFor("the running command beside a title that does not name it", func(sc drive.Screen) bool {
		y := lineWith(sc, "3 four")
		return y > 0 && strings.Contains(sc.Row(y), "sleep, opened")
	})
	s.Press("esc")
	s.Press("ctrl+c")
	s.prompt("after the sleep", anywhere)
	s.Prefix("w")
	s.WaitText("Overview")
	s.choose("3 four")
	s.Press("ctrl+x")
	s.WaitFor("four to be closed", func(sc drive.Screen) bool { return !hasTab(sc, "four") && sc.Contains("four  closed tab") })
	s.Press("ctrl+t")
	s.WaitFor("four to be back", func(sc drive.Screen) bool { return hasTab(sc, "four") && !sc.Contains("closed tab") })
	s.choose("2 two")
	s.Press("ctrl+q")
	s.WaitText("Kill `two`?")
	s.Press("y")
	s.WaitFor("two to be gone permanently", func(sc drive.Screen) bool { return !hasTab(sc, "two") && !sc.Contains("2 two") })
	s.waitProcesses(3)
	s.choose("four")
	s.Press("enter")
	s.WaitFor("four", func(sc drive.Screen) bool { return activeTab(sc) == "2 four" && !sc.Contains("Overview") })
	s.Type("kill -9 $$\n")
	s.WaitText("ended by SIGKILL")
	s.Prefix("w")
	s.WaitText("Overview")
	s.choose("four")
	s.Press("ctrl+s")
	s.Press("esc")
	s.prompt("of its new shell", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") && !sc.Contains("ended by") })
	s.waitProcesses(3)
}
