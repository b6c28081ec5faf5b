//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// grab presses the left button on the title of a pane.
func (s *story) grab(title string) {
	s.t.Helper()
	at, ok := places(s.Screen(), title)[title]
	if !ok {
		s.t.Fatalf("there is no title %q to drag\n%s", title, s.Screen().Boxed())
	}
	s.PressAt(at[0]+1, at[1])
}

// grabTab presses the left button on a tab.
func (s *story) grabTab(title string) {
	s.t.Helper()
	s.PressAt(columnOf(s.Screen(), 0, title), 0)
}

// drop drags to a cell and releases the button once the screen says what a drop there does.
func (s *story) drop(x, y int, says string) {
	s.t.Helper()
	s.MoveTo(x, y)
	s.WaitText(says)
	s.ReleaseAt(x, y)
}

// places returns the columns and rows of the panes' title lines, by title.
func places(sc drive.Screen, titles ...string) map[string][2]int {
	at := map[string][2]int{}
	for _, title := range titles {
		for y := 1; y < sc.Rows-1; y++ {
			if x := columnOf(sc, y, " "+title+" "); x >= 0 && strings.ContainsAny(sc.Row(y), "─━") {
				at[title] = [2]int{x, y}
				break
			}
		}
	}
	return at
}

// columnOf returns the column of a text in a row, or -1.
func columnOf(sc drive.Screen, y int, text string) int {
	x, _, ok := drive.Screen{Rows: 1, Cols: sc.Cols, Cells: sc.Cells[y : y+1]}.Find(text)
	if !ok {
		return -1
	}
	return x
}

// Panes are dragged by their titles: onto another pane to swap them, to its side, to another tab
// and to the tab bar. Undo takes back every step.
func TestDragPanesByTitle(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("one")
	s.newTab(2, "other")
	s.Prefix("1")
	s.WaitFor("the first tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 one" })
	s.splitRight("two")
	s.splitBelow("three")
	s.focus("one", "left")
	before := s.waitProcesses(4)
	first := outline(s.Screen())

	s.grab("one")
	s.drop(60, 17, " swap ")
	s.WaitFor("one and three to change places", func(sc drive.Screen) bool {
		at := places(sc, "one", "two", "three")
		return activeTitle(sc) == "one" && at["one"][0] > 38 && at["one"][1] > 5 && at["three"] == [2]int{1, 1}
	})
	s.grab("two")
	s.drop(1, 12, " here ")
	s.WaitFor("two at the left of three", func(sc drive.Screen) bool {
		at := places(sc, "one", "two", "three")
		return activeTitle(sc) == "two" && at["two"][0] == 1 && at["three"][0] > 1 && at["three"][0] < at["one"][0] && at["one"][1] == 1
	})

	s.grab("three")
	s.MoveTo(70, 12)
	s.WaitText(" here ")
	s.Press("esc")
	s.WaitGone(" here ")
	s.ReleaseAt(70, 12)

	s.grab("three")
	s.drop(75, 0, " a tab of its own ")
	s.WaitFor("three in a tab of its own", func(sc drive.Screen) bool {
		return activeTab(sc) == "2 three" && hasTab(sc, "other") && divider(sc, 5) < 0
	})
	s.Prefix("1")
	s.WaitFor("the tab that it left", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "1 ") && len(places(sc, "one", "two")) == 2
	})
	x, _, _ := s.Screen().Find("other")
	s.grab("one")
	s.drop(x, 0, " into it ")
	s.WaitFor("one beside other", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "3 ") && len(places(sc, "one", "other")) == 2
	})
	s.run("clear; echo carried $((40+2))", "carried 42")
	s.sameProcesses("after all that carrying", before)

	for range 4 {
		s.Prefix("u")
	}
	s.WaitText("undone: swap")
	s.focus("one", "left")
	s.WaitFor("everything to be undone", func(sc drive.Screen) bool { return outline(sc) == first && sc.Contains("carried 42") })
	s.sameProcesses("after taking it back", before)
}

// Dividers follow the mouse, and so does a crossing of two. Esc puts them back, and one undo takes
// back a whole drag.
func TestDragDividers(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	at := func(x, y int) func(drive.Screen) bool {
		return func(sc drive.Screen) bool {
			return divider(sc, 3) == x && places(sc, "three")["three"] == [2]int{x + 2, y}
		}
	}
	x, y := divider(s.Screen(), 3), places(s.Screen(), "three")["three"][1]
	s.WaitFor("the layout", at(x, y))
	s.Drag(x, y, 30, 6)
	s.WaitFor("both lines to follow", at(30, 6))
	s.run("clear; stty size", "16 49")
	s.PressAt(30, 6)
	s.MoveTo(50, 15)
	s.WaitFor("both lines under the mouse", at(50, 15))
	s.Press("esc")
	s.WaitFor("both lines where they were", at(30, 6))
	s.ReleaseAt(50, 15)
	s.Prefix("u")
	s.WaitFor("the whole drag to be undone", at(x, y))
	s.Prefix("ctrl+r")
	s.WaitFor("the whole drag to be redone", at(30, 6))
	s.Drag(30, 3, 0, 3)
	sc := s.WaitFor("room for all panes at the left edge", func(sc drive.Screen) bool { return divider(sc, 3) == 2 })
	s.Drag(divider(sc, 3), 3, 79, 3)
	s.WaitFor("room for them at the right edge", func(sc drive.Screen) bool { return divider(sc, 3) > 70 && divider(sc, 3) < 79 })
}

// Tabs are reordered by dragging, and a relaunch keeps the order.
func TestDragTabsToReorder(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("alpha")
	s.newTab(2, "beta")
	s.newTab(3, "gamma")
	before := s.waitProcesses(3)
	ordered := func(want string) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return tabs(sc) == want }
	}
	x, _, _ := s.Screen().Find("alpha")
	s.grabTab("gamma")
	s.drop(x, 0, "here")
	s.WaitFor("gamma first", ordered("1 gamma  2 alpha  3 beta"))
	s.Prefix("u")
	s.WaitFor("the order before", ordered("1 alpha  2 beta  3 gamma"))
	s.Prefix("ctrl+r")
	s.WaitFor("gamma first again", ordered("1 gamma  2 alpha  3 beta"))
	s.grabTab("beta")
	s.MoveTo(x, 0)
	s.WaitText("here")
	s.Press("esc")
	s.WaitGone("here")
	s.ReleaseAt(x, 0)
	s.leave()
	s = s.relaunch()
	s.WaitFor("the same order", ordered("1 gamma  2 alpha  3 beta"))
	s.sameProcesses("after the relaunch", before)
}
