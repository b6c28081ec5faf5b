//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestShellExitClosesItsPane(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("stays")
	s.splitRight("goes")
	s.run("sleep 0.4; echo rested $((40+2))", "rested 42") // a shell that ends at once counts as broken
	// Ctrl-D ends the shell only once its line editor reads.
	s.prompt("after the rest", func(sc drive.Screen) bool { return strings.Contains(sc.Row(sc.Cursor.Row-1), "rested 42") })
	s.Press("ctrl+d")
	s.WaitFor("the pane to close", func(sc drive.Screen) bool { return activeTitle(sc) == "stays" && divider(sc, 3) < 0 })
	s.run("clear; stty size", "22 80")
}

// Exiting a shell closes its pane, whatever the status of its last command. The pane can be
// reopened as it was.
func TestShellExitAfterFailedCommandClosesItsPane(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("stays")
	s.splitRight("goes")
	s.run("sleep 0.4; echo last words $((40+2)); false", "last words 42")
	s.prompt("after the rest", func(sc drive.Screen) bool { return strings.Contains(sc.Row(sc.Cursor.Row-1), "last words 42") })
	s.Press("ctrl+d")
	s.WaitFor("the pane to close", func(sc drive.Screen) bool { return activeTitle(sc) == "stays" && divider(sc, 3) < 0 })
	s.Prefix("u")
	s.WaitText("last words 42", "exited with code 1")
}

func TestKilledShellKeepsItsScreenAndRestarts(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	first := s.waitProcesses(1)
	s.run("echo last words $((40+2))", "last words 42")
	s.Type("kill -9 $$\n")
	sc := s.WaitText("ended by SIGKILL", "Enter")
	if !sc.Contains("last words 42") {
		t.Errorf("the last screen is not shown\n%s", sc.Boxed())
	}
	for _, pid := range first {
		s.ended("the shell", pid)
	}
	s.Press("enter")
	s.prompt("of the new shell", func(sc drive.Screen) bool { return !sc.Contains("SIGKILL") })
	second := s.waitProcesses(1)
	for id := range first {
		if second[id] == 0 || second[id] == first[id] {
			t.Errorf("the processes are %v, were %v: want the same session with another process", second, first)
		}
	}
	s.run("kill -9 $$", "SIGKILL", "Enter")
	s.Press("x")
	s.WaitGone("SIGKILL")
}

func TestCommandFromTheCommandLine(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{Args: []string{"--", "sh", "-c", "echo built $((40+2)); exit 7"}})
	s.WaitText("built 42", "7", "Enter")
}

func TestChildEnvironment(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.run(`echo "$TERM/$COLORTERM/$TERM_PROGRAM/$DORMER_WORKSPACE/${#DORMER_SESSION_ID}"`, "xterm-256color/truecolor/dormer/default/36")
	s.run("clear; stty size; tty | cut -c1-8", "22 100", "/dev/pts")
	s.Prefix("%")
	s.prompt("in the new pane", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
	s.run(`echo "at $(pwd)"`, "at "+s.Dir()[:20])
}
