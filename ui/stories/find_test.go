//go:build linux

package stories

import (
	"testing"

	"dormer/ui/drive"
)

func TestThePaletteFindsASessionAndACommand(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("alpha")
	s.run("echo first $((40+2))", "first 42")
	s.newTab(2, "beta")
	s.Prefix(":")
	s.WaitText("find anything")
	s.Type("alp")
	s.WaitFor("alpha with its picture", func(sc drive.Screen) bool { return sc.Contains("first 42") })
	s.Press("enter")
	s.WaitFor("alpha's tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 alpha" })
	s.Prefix(":")
	s.WaitText("find anything")
	s.Type(">split right\n")
	s.WaitFor("two panes", func(sc drive.Screen) bool { return divider(sc, 5) > 30 })
}

func TestTheOverviewShowsAndEndsWhatIsSelected(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("one")
	s.run("echo picture $((40+2))", "picture 42")
	s.newTab(2, "two")
	before := s.waitProcesses(2)
	s.Prefix("w")
	s.WaitText("Overview")
	s.Press("up")
	s.WaitFor("the picture of one", func(sc drive.Screen) bool { return sc.Contains("picture 42") })
	s.Press("ctrl+x")
	s.WaitFor("one to be closed", func(sc drive.Screen) bool { return sc.Contains("closed tab, can be brought back") })
	s.Press("ctrl+t")
	s.WaitFor("one to be back", func(sc drive.Screen) bool { return !sc.Contains("can be brought back") })
	s.sameProcesses("after closing and undoing there", before)
}

func TestTheShelfBringsBackTheOlderOfTwo(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("stays")
	s.newTab(2, "older")
	s.run(counter, "tick 3")
	s.newTab(3, "newer")
	before := s.waitProcesses(3)
	s.Prefix("&")
	s.WaitFor("newer to close", func(sc drive.Screen) bool { return !hasTab(sc, "newer") })
	s.Prefix("p")
	s.Prefix("2")
	s.WaitFor("older", func(sc drive.Screen) bool { return activeTab(sc) == "2 older" })
	s.Prefix("&")
	s.WaitFor("older to close", func(sc drive.Screen) bool { return !hasTab(sc, "older") })
	s.Prefix("U")
	s.WaitText("brings it back")
	s.Type("newer\n")
	s.WaitFor("newer alone", func(sc drive.Screen) bool { return hasTab(sc, "newer") && !hasTab(sc, "older") })
	s.Prefix("u")
	s.WaitFor("older too, counting", func(sc drive.Screen) bool { return hasTab(sc, "older") && number(sc, "tick ") > 3 })
	s.sameProcesses("after both came back", before)
}

func TestTextIsFoundInTheHistoryOfAnotherSession(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Rows: 30})
	s.name("server")
	s.run("clear; seq 3000 | sed 's/^1234$/listening on port 1234/'", "3000")
	s.newTab(2, "editor")
	s.Prefix("f")
	s.WaitText("type what to look for")
	s.Type("LISTEN") // not in this case
	s.WaitText("0 found")
	s.Press("ctrl+u")
	s.Type("/listening on")
	s.WaitFor("the line and what is around it", func(sc drive.Screen) bool {
		return sc.Contains("listening on port 1234") && sc.Contains("in 1 of 2 sessions") && sc.Contains("1236")
	})
	s.Press("enter")
	s.WaitFor("the history of server", func(sc drive.Screen) bool {
		return activeTab(sc) == "1 server" && sc.Contains("listening on port 1234") && !sc.Contains("Esc closes")
	})
}
