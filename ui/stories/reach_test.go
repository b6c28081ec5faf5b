//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestScrollHistoryByKeys(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("clear; seq -f 'entry %g' 300", "entry 300")
	s.Prefix("[")
	s.WaitText("copying")
	for range 3 {
		s.Press("pgup")
	}
	s.WaitFor("older lines, without holes", func(sc drive.Screen) bool {
		return !sc.Contains("entry 290") && sc.Contains("entry 2") && sc.Count("entry") >= 20
	})
	s.Press("q")
	s.prompt("after the history", func(sc drive.Screen) bool { return sc.Contains("entry 300") })
}

func TestMouseOpensClosesAndDrags(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	x, y, _ := s.Screen().Find("+")
	s.Click(x, y)
	s.prompt("of the tab that a click opened", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
	s.name("upper")
	s.splitBelow("lower")
	_, at, _ := s.Screen().Find("━ lower")
	s.Drag(40, at, 40, 6)
	s.WaitFor("the line to follow", func(sc drive.Screen) bool { return strings.Contains(sc.Row(6), "lower") })
	s.run("clear; stty size", "16 80")
	s.Click(10, 3)
	s.WaitFor("the focus", func(sc drive.Screen) bool { return activeTitle(sc) == "upper" })
	x, _, _ = s.Screen().Find("first")
	s.Click(x, 0)
	s.WaitFor("the first tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 first" })
}

// S3-09, S3-14.
func TestViewsKeepTheirSessionsRunning(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("here")
	s.run(counter, "tick 2")
	before := s.waitProcesses(1)
	s.Prefix("V")
	s.WaitText("Name of the new view")
	s.Type("review\n")
	s.WaitText("Nothing is open in this", "review")
	s.sameProcesses("in the other view", before)
	s.Prefix("c")
	s.prompt("of a tab in the other view", anywhere)
	s.waitProcesses(2)
	s.WaitDocument("the backgrounded session", func(d drive.Document) bool {
		for id := range before {
			return d.Session(id).Residency.Place == "backgrounded"
		}
		return false
	})
	s.Prefix("(")
	back := s.WaitText("tick ")
	at := number(back, "tick ")
	s.WaitFor("the counter to go on", func(sc drive.Screen) bool { return number(sc, "tick ") > at })
	if now := s.Children(); len(now) != 2 {
		t.Errorf("the processes are %v, want those of both views", now)
	}
}

// S3-08, S3-45.
func TestFlagsSelectWorkspaceDirectoryAndLifetime(t *testing.T) {
	t.Parallel()
	first := open(t, drive.Options{Args: []string{"--workspace", "blog", "--cwd", "/usr"}})
	first.run(`echo "at $(pwd)"`, "at /usr")
	if !strings.Contains(status(first.Screen()), "blog") {
		t.Errorf("the status line does not show the workspace\n%s", first.Screen().Boxed())
	}
	first.leave()
	if d := first.Document(); d.Name != "blog" || len(d.Tabs()) != 1 {
		t.Errorf("the document is %+v", d)
	}
	passing := open(t, drive.Options{Home: first.Home(), Args: []string{"--workspace", "passing", "--temporary"}})
	passing.leave()
	if d := passing.Document(); len(d.Tabs()) != 0 || len(d.Sessions) != 0 {
		t.Errorf("a temporary session was saved: %+v", d)
	}
	version := begin(t, drive.Options{Args: []string{"--version"}})
	if got := version.WaitExit(); got != 0 || !strings.HasPrefix(version.Screen().Row(0), "dormer 0.") {
		t.Errorf("status %d\n%s", got, version.Screen().Boxed())
	}
	help := begin(t, drive.Options{Rows: 100, Args: []string{"--help"}})
	if got := help.WaitExit(); got != 0 || !help.Screen().Contains("--workspace") || !help.Screen().Contains("Ctrl-b") {
		t.Errorf("status %d\n%s", got, help.Screen().Boxed())
	}
}

func TestSplitWithoutRoomIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Tmux})
	for range 12 {
		s.Prefix("%")
	}
	sc := s.WaitText("no room")
	s.Resize(1, 1)
	s.Resize(24, 80)
	s.WaitFor("the same panes", func(now drive.Screen) bool {
		return strings.Contains(sc.Row(10), "┃") && now.Row(10) == sc.Row(10)
	})
	for row := sc.Row(10); row != ""; row = s.Screen().Row(10) {
		s.Prefix("x")
		s.WaitFor("one pane less", func(now drive.Screen) bool { return now.Row(10) != row })
	}
	s.run("clear; stty size", "22 80")
}
