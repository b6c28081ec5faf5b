//go:build linux

package stories

import (
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// A workspace that is open in another terminal is taken over from this one.
func TestTakeWorkspaceFromAnotherTerminal(t *testing.T) {
	t.Parallel()
	there := open(t, drive.Options{})
	shell := there.pid()
	there.run("echo from $((40+2))", "from 42")

	refused := begin(t, drive.Options{Home: there.Home(), Cols: 200})
	refused.oneSentence(1, "is open in another dormer", "dormer --take")

	here := begin(t, drive.Options{Home: there.Home(), Args: []string{"--take"}})
	here.WaitText("from 42")
	if got := there.WaitExit(); got != 0 {
		t.Errorf("the other program exits with status %d\n%s", got, there.Screen().Boxed())
	}
	there.WaitText("workspace default was taken by dormer --take in /dev/", "1 session runs on there; dormer --take brings it back")
	if got := here.pid(); got != shell {
		t.Errorf("the shell is process %d, was %d", got, shell)
	}

	// From inside a pane, its own workspace cannot be taken over.
	here.run("clear; "+drive.Build(t)+" --take", "is the one you are in")

	// A stopped program releases the workspace too.
	here.Signal(syscall.SIGSTOP)
	again := begin(t, drive.Options{Home: there.Home(), Args: []string{"--take"}})
	again.WaitText("is the one you are in")
	if got := here.WaitExit(); got != 0 {
		t.Errorf("the stopped program exits with status %d\n%s", got, here.Screen().Boxed())
	}
	again.leave()
}
