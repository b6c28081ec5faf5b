package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dormer/persist"
)

// Two programs take a workspace at the same time: the slower one is told who has it, and
// not that the one which has left does not leave.
func TestWhoIsTooLateToTakeAWorkspaceIsToldWhoHasIt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "default")
	quicker, err := persist.Open(dir, persist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = quicker.Close() }()
	left := exec.Command("sleep", "1000")
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = left.Wait() }()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	store, err := takeOver(dir, persist.Options{}, &persist.LockedError{
		Workspace: "default", Holder: persist.Holder{PID: left.Process.Pid, Host: host},
	})
	if err == nil {
		t.Fatal("it was taken", store.Close())
	}
	if text := err.Error(); !strings.Contains(text, "pid "+strconv.Itoa(os.Getpid())+" ") || strings.Contains(text, "kill -9") {
		t.Errorf("got %q", text)
	}
}
