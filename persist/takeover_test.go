package persist

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The program that leaves knows who takes its workspace over while the takeover lasts. A taker that is
// gone, or announced itself long ago, does not count.
func TestTaker(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	now := time.Now()
	s, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if taker, ok := s.Taker(); ok {
		t.Errorf("taker %v before any takeover", taker)
	}
	withdraw := announceTakeover(dir)
	taker, ok := s.Taker()
	if !ok || taker.PID != os.Getpid() || !strings.HasPrefix(taker.String(), "dormer --take") {
		t.Errorf("taken by %v, %t", taker, ok)
	}
	now = now.Add(time.Minute)
	if _, ok := s.Taker(); ok {
		t.Error("an announcement of a minute ago counts")
	}
	now = now.Add(-time.Minute)
	withdraw()
	if _, ok := s.Taker(); ok {
		t.Error("the withdrawn announcement counts")
	}
	if err := os.WriteFile(filepath.Join(dir, takeoverName), []byte("{\"pid\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Taker(); ok {
		t.Error("an unreadable announcement counts")
	}
}

// If two programs take a workspace at the same time, one is announced: neither removes the other's
// announcement.
func TestTwoTakers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other := exec.Command("sleep", "1000")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	announceTakeover(dir) // as the other program, which will not withdraw it
	path := filepath.Join(dir, takeoverName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Replace(string(text), strconv.Itoa(os.Getpid()), strconv.Itoa(other.Process.Pid), 1)
	if err := os.WriteFile(path, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	withdraw := announceTakeover(dir)
	if taker, ok := s.Taker(); !ok || taker.PID != other.Process.Pid {
		t.Errorf("taken by %v, %t, want the first", taker, ok)
	}
	withdraw()
	if taker, ok := s.Taker(); !ok || taker.PID != other.Process.Pid {
		t.Errorf("after the second has given up: taken by %v, %t", taker, ok)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	defer announceTakeover(dir)()
	if taker, ok := s.Taker(); !ok || taker.PID != os.Getpid() {
		t.Errorf("after the first was killed: taken by %v, %t", taker, ok)
	}
}

// If two programs take a workspace at the same time, the slower one is told who has it, and not that the
// previous owner does not leave.
func TestTheSlowerTakerIsToldWhoHasTheWorkspace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "default")
	quicker, err := Open(dir, Options{})
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
	store, err := Take(dir, Options{}, &LockedError{
		Workspace: "default", Holder: Holder{PID: left.Process.Pid, Host: host},
	})
	if err == nil {
		t.Fatal("it was taken over", store.Close())
	}
	if text := err.Error(); !strings.Contains(text, "pid "+strconv.Itoa(os.Getpid())+" ") || strings.Contains(text, "kill -9") {
		t.Errorf("got %q", text)
	}
}

// A leaving program has already emptied its lock: a program that takes the workspace over then waits for
// it, and does not report another machine as the owner.
func TestTakeFromAProgramThatIsLeaving(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "default")
	leaving, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "lock"), 0); err != nil {
		t.Fatal(err)
	}
	_, err = Open(dir, Options{})
	locked, ok := errors.AsType[*LockedError](err)
	if !ok || locked.Holder != (Holder{}) {
		t.Fatalf("got %v", err)
	}
	left := make(chan error)
	go func() { left <- leaving.Close() }()
	store, err := Take(dir, Options{}, locked)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(<-left, store.Close()); err != nil {
		t.Error(err)
	}
}
