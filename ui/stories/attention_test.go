//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// gate is a FIFO that a shell waits for until the story opens it.
type gate string

func newGate(t testing.TB) gate {
	t.Helper()
	g := gate(filepath.Join(t.TempDir(), "gate"))
	if err := syscall.Mkfifo(string(g), 0o600); err != nil {
		t.Fatal(err)
	}
	return g
}

// open lets the waiting shell continue.
func (g gate) open(t testing.TB) {
	t.Helper()
	f, err := os.OpenFile(string(g), os.O_WRONLY, 0) // blocks until the shell reads
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A command fails in a background tab: the tab is marked, and one key goes there.
func TestFailedCommandInBackgroundTabIsMarked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("build")
	s.Prefix("W")
	s.WaitText("watched for ends of commands, marked while you look elsewhere")
	g := newGate(t)
	s.Type("cat '" + string(g) + "'; sh -c 'exit 3'\n")
	s.newTab(2, "other")
	g.open(t)
	s.WaitFor("the mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 build ✗") })
	s.WaitText("✗ 1 failed: build")
	s.Prefix("A")
	s.WaitText("failed with code 3 after")
	s.Press("esc")
	s.WaitFor("the inbox to close", func(sc drive.Screen) bool { return !sc.Contains("Inbox") })
	s.Prefix("a")
	s.WaitFor("the tab that waited", func(sc drive.Screen) bool {
		return activeTab(sc) == "1 build" && !strings.Contains(status(sc), "failed")
	})
}

// The mark of a bell or a notification stays until somebody views the pane, whatever else happens
// in it: a spinner, a failed command.
func TestBellAndNotificationMarksStayUntilViewed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, asks, mark string }{
		{"bell", `\a`, "!"},
		{"notice", `\033]9;may I?\007`, "*"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 110})
			s.configure("[status]\nright = [\"{new}\"]\n")
			s.WaitText("the configuration was reloaded")
			s.name("here")
			s.newTab(2, "agent")
			s.Prefix("W")
			s.WaitText("watched for ends of commands")
			asks := newGate(t)
			const spins = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.25; printf \\$i; done"
			s.Type("sh -c \"cat '" + string(asks) + "'; printf '" + tt.asks + "'; " + spins + "; exit 3\"\n")
			s.Prefix("1")
			s.WaitFor("the first tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 here" })
			asks.open(t)
			s.WaitFor("the mark", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "2 agent "+tt.mark) })
			s.WaitText("2 new")
			if got := tabs(s.Screen()); !strings.Contains(got, "2 agent "+tt.mark) {
				t.Errorf("after it went on and failed the tabs are %q", got)
			}
			s.Prefix("a")
			s.WaitFor("the tab that waited", func(sc drive.Screen) bool {
				return activeTab(sc) == "2 agent" && !strings.Contains(status(sc), "failed")
			})
		})
	}
}

// Marks that were not viewed are there after a relaunch. Marks that were viewed are not.
func TestMarksSurviveRelaunch(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("agent")
	g := newGate(t)
	s.Type("cat '" + string(g) + "'; printf '\\a'\n")
	s.newTab(2, "other")
	g.open(t)
	rang := func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent !") }
	s.WaitFor("the mark of the tab", rang)
	s.leave()
	s = s.relaunch()
	s.WaitFor("the mark of the tab after leaving", rang)
	s.Prefix("a")
	s.WaitFor("the tab that rang", func(sc drive.Screen) bool { return activeTab(sc) == "1 agent" })
	s.Prefix("2")
	s.leave()
	s = s.relaunch()
	s.WaitText("1 agent", "2 other")
	s.prompt("after the second launch", anywhere)
	if sc := s.Screen(); strings.Contains(tabs(sc), "!") {
		t.Errorf("a pane that was viewed is marked again: %q", tabs(sc))
	}
}

// A bell that rang while dormer was closed is marked at the next start.
func TestBellWhileDormerIsClosedIsMarked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("agent")
	g := newGate(t)
	s.Type("cat '" + string(g) + "'; printf '\\a'; echo rang > '" + string(g) + "'\n")
	s.newTab(2, "other")
	s.leave()
	g.open(t)
	if _, err := os.ReadFile(string(g)); err != nil { // until the bell has rung
		t.Fatal(err)
	}
	s = s.relaunch()
	s.WaitFor("the mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent !") })
	s.Prefix("a")
	s.WaitFor("the tab that rang", func(sc drive.Screen) bool { return activeTab(sc) == "1 agent" })
}

// A tab without a name is named after the running command, or else after its directory.
func TestTabIsNamedAfterItsCommandOrDirectory(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	at := activeTab(s.Screen())
	s.Type("cat\n")
	s.WaitFor("its name", func(sc drive.Screen) bool { return activeTab(sc) == "1 cat" })
	s.Press("ctrl+d")
	s.WaitFor("the directory's name", func(sc drive.Screen) bool { return activeTab(sc) == at })
}

// A new pane opens in the directory that the shell reports.
func TestNewPaneOpensInTheShellsDirectory(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	dir := filepath.Join(t.TempDir(), "a b%c ü")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s.Type("cd '" + dir + "'; clear; name here\n")
	s.prompt("in the directory", func(sc drive.Screen) bool { return activeTitle(sc) == "here" })
	s.splitBelow("there")
	s.run("basename \"$PWD\"; echo ok", "a b%c ü", "ok")
}

// A new pane opens in the directory of a nested shell that reports nothing.
func TestNewPaneOpensInTheNestedShellsDirectory(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	dir := t.TempDir()
	s.run("bash --norc", "bash-")
	s.run("cd '"+dir+"'; clear; echo inner $((40+2))", "inner 42")
	s.WaitDocument("the directory", func(d drive.Document) bool { return d.Session(d.ActiveTab().Active).Dir == dir })
	s.splitBelow("there")
	s.run("[ \"$PWD\" = '"+dir+"' ] && echo same $((41+2))", "same 43")
}

// waitsThenPrints has the active pane's shell print a text when the gate opens, and nothing after
// that.
func (s *story) waitsThenPrints(what string) gate {
	s.t.Helper()
	g := newGate(s.t)
	s.run("clear; echo at the gate $((40+2)); cat '"+string(g)+"'; clear; printf '"+what+"'; cat", "at the gate 42")
	return g
}

// Every kind of request for attention marks its pane and its tab and has its own words in the
// inbox. One key goes to the pane that has waited longest, and then to the next.
func TestInboxListsPanesInTheOrderTheyAsked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 110, Terminal: drive.Kitty})
	s.name("bell")
	bell := s.waitsThenPrints(`\a`)
	s.newTab(2, "nine")
	nine := s.waitsThenPrints(`\033]9;the build is done\007`)
	s.splitRight("beside")
	s.newTab(3, "ninetynine")
	ninetynine := s.waitsThenPrints(`\033]99;i=1:d=0;Question\033\\\033]99;i=1:p=body;may I go on?\033\\`)
	s.newTab(4, "seven")
	seven := s.waitsThenPrints(`\033]777;notify;mail;it is here\033\\`)
	s.newTab(5, "here")
	for _, w := range []struct {
		gate gate
		mark string
	}{{nine, "beside *"}, {bell, "bell !"}, {seven, "seven *"}, {ninetynine, "ninetynine *"}} {
		w.gate.open(t)
		s.WaitFor("the mark "+w.mark, func(sc drive.Screen) bool { return strings.Contains(tabs(sc), w.mark) })
	}
	s.WaitText("! 4 asks")
	s.Prefix("A")
	s.WaitText("Inbox", "the build is done", "rang the bell", "mail", "it is here", "Question", "may I go on?")
	s.Press("esc")
	s.WaitGone("Inbox")
	for i, at := range []string{"2 nine", "1 bell", "4 seven", "3 ninetynine"} {
		s.Prefix("a")
		s.WaitFor(at, func(sc drive.Screen) bool {
			return activeTab(sc) == at && (i == 3) == !strings.Contains(status(sc), " asks")
		})
	}
	s.Prefix("a")
	s.WaitText("nothing waits for you")
}

// Watches notify while the user is elsewhere: in another view, or in another window, where the
// outer terminal is notified too.
func TestWatchesNotifyInOtherViewsAndTheOuterTerminal(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Terminal: drive.Kitty})
	s.configure("[attention]\nsilence = \"1s\"\n")
	s.WaitText("the configuration was reloaded")
	s.name("quiet")
	falls := s.waitsThenPrints(`the last word`) // silence in a viewed pane is not reported
	s.Prefix("S")
	s.WaitText("watched for 1s of silence")
	s.newTab(2, "prints")
	s.Prefix("M")
	s.WaitText("watched for output")
	prints := s.waitsThenPrints(`a line`)
	s.newTab(3, "ends")
	s.Prefix("W")
	s.WaitText("watched for ends of commands")
	ends := newGate(t)
	s.run("clear; echo at the gate $((40+2)); cat '"+string(ends)+"'", "at the gate 42")
	s.newTab(4, "copies")
	copies := s.waitsThenPrints(`\033]9;4;1;40\007`)
	s.splitBelow("beside")
	s.focus("copies", "up")
	s.Prefix("V")
	s.WaitText("Name of the new view")
	s.Type("elsewhere\n")
	s.WaitText("Nothing is open in this")
	s.Prefix("c")
	s.prompt("in the other view", anywhere)
	s.Type(strings.Replace(showKeys, "printf '", `printf '\033[?1004h`, 1))
	s.WaitText("ready.")
	s.Focus(false)
	s.WaitText("^[[O")
	falls.open(t)
	prints.open(t)
	ends.open(t)
	s.WaitFor("the notification", func(sc drive.Screen) bool { // of all of them, possibly in one notification
		told := strings.Join(sc.Notices, "\n")
		return strings.Contains(told, "ends: finished after") || strings.Contains(told, "more)")
	})
	copies.open(t)
	s.Focus(true)
	s.Prefix("(")
	s.WaitFor("all marks", func(sc drive.Screen) bool {
		all := tabs(sc)
		return strings.Contains(all, "quiet ~") && strings.Contains(all, "prints #") && strings.Contains(all, "ends ✓") && strings.Contains(all, "copies 40%")
	})
	s.WaitText("[====      ] 40%")
	s.Prefix("A")
	s.WaitText("finished after", "silent for 1s", "printed something")
	s.Press("ctrl+l")
	s.WaitText("nothing happened that you have not seen")
	s.Press("esc")
	s.WaitGone("Inbox")
	s.Prefix(")")
	s.WaitFor("the other view", func(sc drive.Screen) bool { return strings.Contains(status(sc), "elsewhere") })
	s.Prefix("w")
	s.WaitText("✓ main", "~ 1 quiet", "# 2 prints", "✓ 3 ends", "40%")
}
