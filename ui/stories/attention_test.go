//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/drive"
)

// gate is a place where a shell waits until the story lets it go on.
type gate string

func newGate(t *testing.T) gate {
	t.Helper()
	g := gate(filepath.Join(t.TempDir(), "gate"))
	if err := syscall.Mkfifo(string(g), 0o600); err != nil {
		t.Fatal(err)
	}
	return g
}

// open lets whoever waits at the gate go on.
func (g gate) open(t *testing.T) {
	t.Helper()
	f, err := os.OpenFile(string(g), os.O_WRONLY, 0) // waits for the one who waits
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A command fails in a tab that nobody looks at: the tab says so, and one key goes
// there.
func TestACommandThatFailsElsewhereIsTold(t *testing.T) {
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
	s.WaitText("1 new, Ctrl-b A")
	s.Prefix("A")
	s.WaitText("failed with code 3 after")
	s.Press("esc")
	s.WaitFor("the inbox to close", func(sc drive.Screen) bool { return !sc.Contains("Inbox") })
	s.Prefix("a")
	s.WaitFor("the tab that waited", func(sc drive.Screen) bool {
		return activeTab(sc) == "1 build" && !strings.Contains(status(sc), "new")
	})
}

// What rang while dormer was away is there when it comes back.
func TestABellWhileDormerIsAway(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("agent")
	g := newGate(t)
	s.Type("cat '" + string(g) + "'; printf '\\a'; echo rang > '" + string(g) + "'\n")
	s.newTab(2, "other")
	s.leave()
	g.open(t)
	if _, err := os.ReadFile(string(g)); err != nil { // until it rang
		t.Fatal(err)
	}
	s = s.relaunch()
	s.WaitFor("the mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent !") })
	s.Prefix("a")
	s.WaitFor("the tab that rang", func(sc drive.Screen) bool { return activeTab(sc) == "1 agent" })
}

// A tab without a name is called by what runs in it, and by its directory when
// nothing does.
func TestATabIsCalledByWhatRunsInIt(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	at := activeTab(s.Screen())
	s.Type("cat\n")
	s.WaitFor("its name", func(sc drive.Screen) bool { return activeTab(sc) == "1 cat" })
	s.Press("ctrl+d")
	s.WaitFor("the directory's name", func(sc drive.Screen) bool { return activeTab(sc) == at })
}

// A new pane opens where the shell is, which says so by itself.
func TestANewPaneOpensWhereTheShellIs(t *testing.T) {
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
