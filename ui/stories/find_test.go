//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestPaletteFindsSessionsAndCommands(t *testing.T) {
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

func TestOverviewShowsAndKillsTheSelection(t *testing.T) {
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

func TestShelfReopensTheOlderOfTwo(t *testing.T) {
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

func TestTextSearchFindsHistoryOfAnotherSession(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Rows: 30})
	s.name("server")
	s.run("clear; seq 3000 | sed 's/^1234$/listening on port 1234/'; echo listed $((40+2))", "listed 42")
	s.newTab(2, "editor")
	s.Prefix("f")
	s.WaitText("type what to find")
	s.Type("LISTEN") // matches in any case
	s.WaitText("0 found")
	s.Press("ctrl+u")
	s.Type("/listening on")
	s.WaitFor("the line with the lines around it", func(sc drive.Screen) bool {
		return sc.Contains("listening on port 1234") && sc.Contains("in 1 of 2 sessions") && sc.Contains("1236")
	})
	s.Press("enter")
	s.WaitFor("the history of server", func(sc drive.Screen) bool {
		return activeTab(sc) == "1 server" && sc.Contains("listening on port 1234") && !sc.Contains("Esc closes")
	})
}

// Each scope of the palette lists its own kind of items, with their keys, or why they are disabled.
func TestPaletteScopes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Terminal: drive.Kitty})
	notes := filepath.Join(s.Dir(), "notes")
	if err := os.Mkdir(notes, 0o700); err != nil {
		t.Fatal(err)
	}
	s.Type("cd notes; clear; name alpha\n")
	s.prompt("in the directory", func(sc drive.Screen) bool { return activeTitle(sc) == "alpha" })
	s.run("echo a needle $((40+2))", "a needle 42")
	s.newTab(2, "beta")
	s.Type("cd ..; clear; name beta\n")
	s.prompt("in its own directory", func(sc drive.Screen) bool { return strings.HasSuffix(strings.Fields(status(sc))[1], "/work") })

	s.Press("ctrl+shift+p")
	s.WaitText("find anything")
	s.Type(">")
	s.WaitFor("commands with their keys", func(sc drive.Screen) bool {
		return sc.Contains("new tab") && sc.Contains("Ctrl-b c") && lineWith(sc, "alpha") < 0
	})
	s.Type("zoom")
	s.WaitText("this is the only pane of the tab")
	s.Press("enter")
	s.WaitFor("it to say so and stay", func(sc drive.Screen) bool { return sc.Contains("zoom pane") })
	s.Press("ctrl+u")
	s.Type("$")
	s.WaitFor("sessions alone", func(sc drive.Screen) bool { return lineWith(sc, "alpha") >= 0 && !sc.Contains("new tab") })
	s.Press("ctrl+u")
	s.Type("~notes")
	s.WaitText("notes")
	s.Press("enter")
	s.prompt("of a tab there", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "3 ") })
	s.run(`echo "at $(pwd)"`, "at "+notes)
	s.Press("ctrl+shift+p")
	s.WaitText("find anything")
	s.Type("/a needle")
	s.WaitText("in 1 of 3 sessions")
	s.Press("enter")
	s.prompt("the found line on the screen", func(sc drive.Screen) bool { return activeTab(sc) == "1 alpha" && sc.Contains("a needle 42") })
}

// The shelf finds closed sessions by their screens, keeps them longer, and ends them at once.
func TestShelfKeepsAndEndsClosedSessions(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("stays")
	s.newTab(2, "kept")
	s.run("clear; seq -f 'kept line %g' 50; echo kept end $((40+2))", "kept end 42")
	s.newTab(3, "dropped")
	dropped := s.pid()
	before := s.waitProcesses(3)
	s.Prefix("&")
	s.WaitFor("dropped to close", func(sc drive.Screen) bool { return !hasTab(sc, "dropped") })
	s.Prefix("&")
	s.WaitFor("kept to close", func(sc drive.Screen) bool { return !hasTab(sc, "kept") })
	s.sameProcesses("with two closed tabs", before)

	s.Prefix("U")
	s.WaitText("keeps it an hour longer", "kept end 42")
	s.choose("kept")
	s.Press("ctrl+k")
	s.WaitMatch(`1:0\d:\d\d`)
	s.choose("dropped")
	s.Press("ctrl+q")
	s.WaitText("End `dropped` now?")
	s.Press("y")
	s.WaitFor("it to be gone", func(sc drive.Screen) bool { return lineWith(sc, "dropped") < 0 })
	s.ended("the session ended from the shelf", dropped)
	s.Press("esc")
	s.WaitGone("keeps it")

	s.Prefix("f")
	s.WaitText("type what to find")
	s.Type("kept line 7")
	s.WaitText("in 1 of 2 sessions")
	s.Press("enter")
	s.WaitFor("it to be back, at that line", func(sc drive.Screen) bool { return activeTab(sc) == "2 kept" && on("kept line 7")(sc) })
}

// tmux's commands, with arguments, work in the palette, on the command line and in a pane.
func TestTmuxCommands(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{Cols: 100}))
	s.Prefix(":")
	s.WaitText("find anything")
	s.Type("split-window -h\n")
	s.WaitFor("two panes side by side", func(sc drive.Screen) bool { return divider(sc, 5) == 49 || divider(sc, 5) == 50 })
	before := 50
	s.WaitFor("the place of the line", func(sc drive.Screen) bool { before = divider(sc, 5); return before > 0 })
	s.dormer("do", "resize-pane", "-R", "5")
	s.WaitFor("the line to move", func(sc drive.Screen) bool { return divider(sc, 5) == before+5 })
	s.Type("dormer do rename-window my logs\n")
	s.WaitFor("the name", func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), "my logs") })
	if got := s.refused("do", "kill-server"); !strings.Contains(got, "dormer kill --all ends all sessions") {
		t.Errorf("kill-server: %s", got)
	}
}
