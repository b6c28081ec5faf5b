//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// sideLine returns the row of the sidebar with a text, or -1.
func sideLine(sc drive.Screen, text string) int {
	for y := 1; y < sc.Rows-1; y++ {
		side, _, edge := strings.Cut(sc.Row(y), "│")
		if !edge {
			side, _, _ = strings.Cut(sc.Row(y), "├")
		}
		if strings.Contains(side, text) {
			return y
		}
	}
	return -1
}

// A tab is moved to another view by key, from the palette, from the overview and by mouse. Its
// process is not affected, and undo takes back every move.
func TestMoveTabToAnotherView(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 110, Rows: 30, Terminal: drive.Kitty})
	s.name("stays")
	s.Prefix("V")
	s.WaitText("Name of the new view")
	s.Type("review\n")
	s.WaitText("Nothing is open in this")
	s.Prefix("(")
	s.WaitFor("the first view", func(sc drive.Screen) bool { return hasTab(sc, "stays") })
	s.newTab(2, "goes")
	before := s.waitProcesses(2)
	s.Prefix("b")
	s.WaitFor("both views in the sidebar", func(sc drive.Screen) bool { return sideLine(sc, "review") > sideLine(sc, "2 goes") })
	gone := func(sc drive.Screen) bool {
		return !hasTab(sc, "goes") && sideLine(sc, "1 goes") > sideLine(sc, "review")
	}
	for _, way := range []struct {
		name string
		does func()
	}{
		{"by key", func() { s.Prefix("alt+w"); s.WaitText("Move this tab into"); s.Press("enter") }},
		{"from the palette", func() {
			s.Prefix(":")
			s.WaitText("find anything")
			s.Type(">another view\n")
			s.WaitText("Move this tab into")
			s.Press("enter")
		}},
		{"from the overview", func() {
			s.Prefix("w")
			s.WaitText("Overview")
			s.choose("2 goes")
			s.Press("ctrl+o")
			s.WaitText("move into another view")
			s.Press("alt+w")
			s.WaitText("Move this tab into")
			s.Press("enter")
			s.WaitFor("it to be there", func(sc drive.Screen) bool { return sc.Contains("1 goes") })
			s.Press("esc")
		}},
		{"by its label", func() {
			s.grabTab("goes")
			s.drop(4, sideLine(s.Screen(), "review"), " into review ")
		}},
		{"by its line in the sidebar", func() {
			s.PressAt(4, sideLine(s.Screen(), "2 goes"))
			s.drop(4, sideLine(s.Screen(), "review"), " into review ")
		}},
	} {
		way.does()
		s.WaitFor("goes in the other view, "+way.name, gone)
		s.Prefix("u")
		s.WaitFor("goes to be back", func(sc drive.Screen) bool {
			return hasTab(sc, "goes") && sideLine(sc, "2 goes") > 0 && sideLine(sc, "2 goes") < sideLine(sc, "review")
		})
	}
	s.grabTab("goes")
	s.MoveTo(4, sideLine(s.Screen(), "review"))
	s.WaitText(" into review ")
	s.Press("esc")
	s.WaitGone(" into review ")
	s.ReleaseAt(4, sideLine(s.Screen(), "review"))
	s.Prefix("ctrl+r")
	s.WaitFor("goes in the other view again", gone)

	s.Prefix(")")
	s.WaitFor("the other view", func(sc drive.Screen) bool { return activeTab(sc) == "1 goes" })
	s.run("echo moved $((40+2))", "moved 42")
	s.Prefix("alt+v")
	s.WaitText("Name of this view")
	s.Press("ctrl+u")
	s.Type("later\n")
	s.WaitFor("the view's new name", func(sc drive.Screen) bool { return sideLine(sc, "later") > 0 && sideLine(sc, "review") < 0 })
	s.leave()
	s = s.relaunch()
	s.WaitFor("everything after a relaunch", func(sc drive.Screen) bool {
		return sideLine(sc, "later") > 0 && activeTab(sc) == "1 goes" && sc.Contains("moved 42")
	})
	s.sameProcesses("after all that", before)
}

// In the overview a view is renamed, closed with its tabs, and reopened. The first view cannot be
// closed.
func TestRenameCloseAndReopenViewInTheOverview(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 110, Rows: 30, Terminal: drive.Kitty})
	s.name("stays")
	s.Prefix("V")
	s.WaitText("Name of the new view")
	s.Type("review\n")
	s.WaitText("Nothing is open in this")
	s.Prefix("c")
	s.prompt("of a tab there", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "1 ") })
	s.name("inside")
	before := s.waitProcesses(2)
	s.Prefix("w")
	s.WaitText("Overview")
	s.choose("review  1 tab")
	s.Press("ctrl+r")
	s.WaitText("Name of this view")
	s.Press("ctrl+u")
	s.Type("later\n")
	s.WaitText("later  1 tab")
	s.choose("main  1 tab")
	s.Press("ctrl+x")
	s.WaitText("the main view always stays")
	s.choose("later  1 tab")
	s.Press("ctrl+x")
	s.WaitFor("the view to be gone, its tab closed", func(sc drive.Screen) bool {
		return !sc.Contains("later  1 tab") && sc.Contains("inside  closed tab") && hasTab(sc, "stays")
	})
	s.Press("ctrl+t")
	s.WaitText("later  1 tab")
	s.sameProcesses("after closing it and bringing it back", before)
	s.Press("esc")
}

// The sidebar's edge is dragged, put back by Esc, and its width kept. The middle button closes
// items in it.
func TestDragSidebarWidth(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("one")
	s.newTab(2, "two")
	s.Prefix("b")
	wide := func(cols int) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return divider(sc, 5) == cols && divider(sc, 12) == cols }
	}
	s.WaitFor("the sidebar", wide(26))
	s.PressAt(26, 8)
	s.MoveTo(40, 8)
	s.WaitFor("the edge under the mouse", wide(40))
	s.Press("esc")
	s.WaitFor("the edge where it was", wide(26))
	s.ReleaseAt(40, 8)
	s.Drag(26, 8, 34, 8)
	s.WaitFor("the edge where it was released", wide(34))
	s.run("clear; stty size", "22 65")
	s.MiddleClick(4, sideLine(s.Screen(), "1 one"))
	s.WaitFor("one to be closed", func(sc drive.Screen) bool { return !hasTab(sc, "one") && sideLine(sc, "1 open, 1 closed") == 1 })
	s.Prefix("u")
	s.WaitFor("one to be back", func(sc drive.Screen) bool { return hasTab(sc, "one") })
	s.leave()
	s = s.relaunch()
	s.WaitFor("the width that was kept", wide(34))
}

// A template is saved and opened by key.
func TestSaveAndOpenTemplateByKey(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	s.Prefix("ctrl+s")
	s.WaitText("emplate")
	s.Press("ctrl+u")
	s.Type("pair\n")
	s.WaitText("saved as")
	s.Prefix("alt+t")
	s.WaitText("Templates", "pair  /")
	s.Press("enter")
	s.WaitFor("both panes once more", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") && divider(sc, 5) > 30 })
	s.waitProcesses(4)
	s.Prefix("u")
	s.WaitFor("them to be undone", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "2 ") })
}
