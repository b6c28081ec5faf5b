package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dormer/persist"
)

// takeTime is how long the program that has the workspace open may take to save and leave.
const takeTime = 5 * time.Second

// openStore opens a workspace. If another program has it open and take is set, that program is
// asked to leave. Errors say what can be done.
func openStore(dir string, around persist.Options, take bool) (*persist.Store, error) {
	store, err := persist.Open(dir, around)
	var locked *persist.LockedError
	switch {
	case !errors.As(err, &locked):
		return store, err
	case os.Getenv("DORMER_WORKSPACE") == filepath.Base(dir):
		return nil, fmt.Errorf("workspace %q is the one you are in: dormer do tab.new -- CMD runs a command in it, --workspace NAME opens another", locked.Workspace)
	case !take:
		return nil, fmt.Errorf("%s: go on there, bring it here with dormer --take, or open another one with --workspace NAME", locked.Fact())
	case !locked.Holder.Here():
		return nil, fmt.Errorf("%s: it can be taken only on that machine: run dormer --take there, or leave it", locked.Fact())
	}
	return takeOver(dir, around, locked)
}

// takeOver asks the program that has a workspace open to leave, as if its terminal were
// closed, and opens the workspace as soon as it has.
func takeOver(dir string, around persist.Options, locked *persist.LockedError) (*persist.Store, error) {
	pid := locked.Holder.PID
	defer persist.AnnounceTakeover(dir)()
	if err := askToLeave(pid); err != nil {
		return nil, fmt.Errorf("%s: it cannot be asked to leave: %w: leave it there", locked.Fact(), err)
	}
	for end := time.Now().Add(takeTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		store, err := persist.Open(dir, around)
		var now *persist.LockedError
		if !errors.As(err, &now) {
			return store, err
		}
		if now.Holder.PID != 0 && now.Holder.PID != pid {
			return nil, fmt.Errorf("%s, which took it just now: go on there, or bring it here with dormer --take", now.Fact())
		}
	}
	return nil, fmt.Errorf("%s: it does not leave: kill -9 %d ends it without a loss, then dormer opens it here", locked.Fact(), pid)
}

// askToLeave asks a program to leave, also one that is stopped.
func askToLeave(pid int) error {
	err := syscall.Kill(pid, syscall.SIGTERM)
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGCONT)
	}
	if errors.Is(err, syscall.ESRCH) {
		return nil // it has left by itself
	}
	return err
}
