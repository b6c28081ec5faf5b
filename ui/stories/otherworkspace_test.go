//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// Another workspace is opened from inside, and then the first one again. Each is as it was left,
// with the same processes, in one program.
func TestSwitchWorkspace(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	shell, pid := s.pid(), s.PID()
	s.Prefix("ctrl+w")
	s.WaitText("Workspaces", "it is open here already")
	s.Type("blog")
	s.WaitText("new workspace: blog")
	s.Type("\n")
	s.prompt("of the new workspace", func(sc drive.Screen) bool { return strings.HasPrefix(status(sc), " blog ") })
	s.run("echo in $DORMER_WORKSPACE .", "in blog .")
	s.name("posts")

	s.Prefix("ctrl+w")
	s.WaitText("default", "1 tab: first")
	s.Type("def\n")
	s.WaitFor("the first workspace", func(sc drive.Screen) bool {
		return strings.HasPrefix(status(sc), " default ") && activeTitle(sc) == "first"
	})
	if got := s.pid(); got != shell || s.PID() != pid {
		t.Errorf("the shell is %d in program %d, was %d in %d", got, s.PID(), shell, pid)
	}

	// The command line and the palette can do the same.
	s.Type("clear; " + drive.Build(t) + " do workspace.open blog\n")
	s.WaitFor("the other one again", func(sc drive.Screen) bool { return activeTitle(sc) == "posts" })
	s.Prefix(":")
	s.Type("switch-client -t default\n")
	s.WaitFor("the first one again", func(sc drive.Screen) bool { return activeTitle(sc) == "first" })
	s.leave()
	s.terminalRestored("after four workspaces")
	s.WaitText("workspace default: 1 session runs on")
	if s.Screen().Contains("workspace blog:") {
		t.Error("leaving prints a sentence about a workspace that was left earlier")
	}
}

// Switching to a workspace that another program has open asks first, and takes it over only after
// yes.
func TestSwitchToWorkspaceOpenElsewhereAsksFirst(t *testing.T) {
	t.Parallel()
	there := open(t, drive.Options{Args: []string{"-w", "blog"}})
	there.run("echo from $((40+2))", "from 42")
	here := open(t, drive.Options{Home: there.Home()})
	here.name("first")
	here.Prefix("ctrl+w")
	here.WaitText("blog", "open in pid")
	here.Type("blog\n")
	here.WaitText("Take workspace `blog` over?", "is open in another dormer")
	here.Type("n")
	here.WaitFor("the first workspace", func(sc drive.Screen) bool { return !sc.Contains("Take workspace") && activeTitle(sc) == "first" })
	here.Prefix("ctrl+w")
	here.WaitText("open in pid")
	here.Type("blog\n")
	here.WaitText("Take workspace `blog` over?")
	here.Type("y")
	here.WaitText("from 42")
	if got := there.WaitExit(); got != 0 {
		t.Errorf("the other one ends with status %d", got)
	}
	here.leave()
}

// Switching to a workspace that cannot be opened changes nothing.
func TestSwitchToUnreadableWorkspaceChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 160})
	shell := s.pid()
	path := drive.DocumentPath(s.Home(), "newer")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	const newer = `{"schema": 99}`
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, not := range []struct{ name, says string }{{"default", "is open here already"}, {"newer", "by a newer dormer"}, {"a/b", "workspace name"}} {
		s.Prefix(":")
		s.WaitText("Find")
		s.Type("workspace.open " + not.name)
		s.WaitText("open another workspace: " + not.name)
		s.Type("\n")
		s.WaitFor("why not "+not.name, func(sc drive.Screen) bool { return strings.Contains(status(sc), not.says) })
	}
	if got := s.pid(); got != shell {
		t.Errorf("the shell is %d, was %d", got, shell)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != newer {
		t.Errorf("the document is %q, %v", data, err)
	}
	s.leave()
}
