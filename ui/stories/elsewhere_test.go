//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// Clicks lead to what happened elsewhere: a click on the count of new things opens the inbox, a
// click on a tab's mark goes to its pane, and a view that is not shown says that something waits in
// it.
func TestClickOnMarksOpensInboxAndPanes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("build")
	s.Prefix("W")
	s.WaitText("watched for ends of commands")
	s.Type("until [ -e go ]; do sleep 0.1; done; false\n")
	s.splitRight("beside")
	s.newTab(2, "two")
	s.touch("go")
	sc := s.WaitFor("the mark of the tab", func(sc drive.Screen) bool {
		return strings.Contains(tabs(sc), "✗") && strings.Contains(status(sc), "1 failed")
	})
	x, _, _ := sc.Find("1 failed")
	s.Click(x, sc.Rows-1)
	s.WaitText("Inbox", "failed with code 1")
	s.Press("esc")
	s.WaitGone("Inbox")
	x, y, _ := s.Screen().Find("✗")
	s.Click(x, y)
	s.WaitFor("the pane and the notice about it", func(sc drive.Screen) bool {
		return activeTitle(sc) == "build" && strings.Contains(status(sc), "failed with code 1")
	})
	s.Type("until [ -e ring ]; do sleep 0.1; done; printf '\\a'\n")
	s.Prefix("V")
	s.Type("other\n")
	s.WaitText("Nothing is open in this")
	s.Click(60, sc.Rows-1) // closes the notice
	s.touch("ring")
	sc = s.WaitFor("the mark of the view", func(sc drive.Screen) bool { return strings.Contains(status(sc), "main !") })
	x, _, _ = sc.Find("main !")
	s.Click(x, sc.Rows-1)
	s.WaitFor("that view", func(sc drive.Screen) bool { return activeTitle(sc) == "build" })
}
