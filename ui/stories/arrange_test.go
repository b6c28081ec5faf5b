//go:build linux

package stories

import (
	"regexp"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// divider returns the column of the first vertical divider on row y, or -1.
func divider(s drive.Screen, y int) int {
	for x := range s.Cols {
		if strings.Contains("│┃", s.At(x, y).Text) && s.At(x, y).Text != "" {
			return x
		}
	}
	return -1
}

func TestLayoutChangesKeepProcesses(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	before := s.waitProcesses(3)

	x := divider(s.Screen(), 3)
	s.Drag(x, 5, 20, 5)
	s.WaitFor("the line to follow the mouse", func(sc drive.Screen) bool { return divider(sc, 3) == 20 })
	s.run("stty size", "10 59")
	s.sameProcesses("after dragging", before)

	s.Prefix("ctrl+right")
	s.WaitFor("the line to move by a key", func(sc drive.Screen) bool { return divider(sc, 3) > 20 })
	s.Prefix("E")
	s.WaitFor("equal sizes", func(sc drive.Screen) bool { d := divider(sc, 3); return d >= 38 && d <= 41 })

	s.Prefix("z")
	s.WaitFor("the zoom", func(sc drive.Screen) bool { return divider(sc, 3) < 0 && strings.Contains(status(sc), "zoomed") })
	s.run("clear; stty size", "22 80")
	s.Prefix("z")
	s.WaitFor("the zoom to end", func(sc drive.Screen) bool { return divider(sc, 3) > 0 && activeTitle(sc) == "three" })
	s.sameProcesses("after zooming", before)

	s.Prefix("{")
	s.WaitFor("the panes to change places", func(sc drive.Screen) bool {
		return activeTitle(sc) == "three" && strings.Contains(sc.Row(1), "three")
	})
	s.sameProcesses("after swapping", before)

	s.Prefix("!")
	s.WaitFor("a tab of its own", func(sc drive.Screen) bool { return activeTab(sc) == "2 three" && divider(sc, 3) < 0 })
	s.run("clear; echo broken $((40+2))", "broken 42")
	s.sameProcesses("after breaking out", before)

	s.Prefix("@")
	s.WaitText("Join this tab")
	s.Type("1\n")
	s.WaitFor("one tab again", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "1 ") && !strings.Contains(tabs(sc), "2 ") && sc.Contains("broken 42")
	})
	s.sameProcesses("after joining", before)
}

func TestLayoutPresetsShowAllPanes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	s.splitRight("three")
	before := s.waitProcesses(3)
	seen := map[string]bool{}
	for range 5 {
		was := s.Screen().Text()
		s.Prefix("space")
		sc := s.WaitFor("another layout", func(sc drive.Screen) bool {
			return sc.Text() != was && !strings.Contains(status(sc), "…") &&
				sc.Contains("one") && sc.Contains("two") && sc.Contains("three")
		})
		seen[outline(sc)] = true
	}
	if len(seen) < 4 {
		t.Errorf("five presets showed %d layouts", len(seen))
	}
	s.sameProcesses("after the presets", before)
}

// outline returns the divider lines of a screen, without the contents of the panes.
func outline(s drive.Screen) string {
	var rows []string
	for y := 1; y < s.Rows-1; y++ {
		row := strings.Map(func(r rune) rune {
			if r >= '─' && r <= '╿' {
				return r
			}
			return ' '
		}, s.Row(y))
		row = titled.ReplaceAllStringFunc(row, func(s string) string { return strings.ReplaceAll(s, " ", "─") })
		rows = append(rows, strings.TrimRight(row, " "))
	}
	return strings.Join(rows, "\n")
}

// titled matches a pane's title in a line. outline removes the text, since a pane is named after
// the command that runs in it.
var titled = regexp.MustCompile("[─━] +[─━]")

func TestFocusByArrowsLettersMouseAndChords(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	s.focus("two", "up")
	s.focus("one", "h")
	s.focus("two", "l")
	s.focus("three", "down")
	for _, c := range []struct{ key, name string }{
		{"ctrl+shift+left", "one"}, {"ctrl+shift+right", "three"}, {"ctrl+shift+up", "two"}, {"ctrl+shift+down", "three"},
	} {
		s.Press(c.key)
		s.WaitFor(c.key, func(sc drive.Screen) bool { return activeTitle(sc) == c.name })
	}
	s.Click(5, 10)
	s.WaitFor("a click on the left pane", func(sc drive.Screen) bool { return activeTitle(sc) == "one" })
	s.Type("echo typed$((1))\n")
	sc := s.WaitText("typed1")
	if x, _, _ := sc.Find("typed1"); x != 0 {
		t.Errorf("the input is at column %d, want it in the left pane\n%s", x, sc.Boxed())
	}
}

func TestSelectTabByNumberMouseAndName(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Reader: drive.Tmux})
	s.name("alpha")
	s.newTab(2, "beta")
	s.newTab(3, "gamma")
	for _, c := range []struct{ keys, want string }{{"1", "1 alpha"}, {"3", "3 gamma"}, {"p", "2 beta"}, {"n", "3 gamma"}, {"n", "1 alpha"}} {
		s.Prefix(c.keys)
		s.WaitFor(c.want, func(sc drive.Screen) bool { return activeTab(sc) == c.want })
	}
	x, y, _ := s.Screen().Find("beta")
	s.Click(x, y)
	s.WaitFor("a click on the tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 beta" })
	s.Prefix("7")
	s.WaitText("there is no tab 7")

	s.Prefix(",")
	s.WaitText("Name of this tab")
	s.Type("日誌\n")
	s.WaitFor("the new name", func(sc drive.Screen) bool { return activeTab(sc) == "2 日誌" })
	s.setTitle("ignored by a renamed tab")
	if got := activeTab(s.Screen()); got != "2 日誌" {
		t.Errorf("a renamed tab is called %q after its child gave itself a title", got)
	}
}

// setTitle gives the pane a title and waits only for the shell.
func (s *story) setTitle(title string) {
	s.t.Helper()
	s.Type("clear; name '" + title + "'; echo $((40+2))\n")
	s.WaitText("42")
}
