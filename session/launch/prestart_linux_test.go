//go:build linux

package launch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"dormer/session/host"
	"dormer/session/launch"
)

// prestartHome returns an empty home in which a prestarted process waits as long as a test may take.
func prestartHome(t *testing.T) *home {
	t.Helper()
	h := newHome(t)
	h.PrestartedWaits(patience)
	return h
}

// hostsNamed returns the processes of hosts with a name.
func hostsNamed(name string) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		line, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if pid, no := strconv.Atoi(e.Name()); err == nil && no == nil && bytes.Contains(line, []byte("\x00"+host.Command+"\x00"+name)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// A prestarted process hosts the session, and no other process is started.
func TestExpectedSession(t *testing.T) {
	h := prestartHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.Prestart(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	if _, err := os.Stat(h.o.Dir(spec.ID)); err == nil {
		t.Error("files of the session are on disk before it is started")
	}
	waiting := hostsNamed(name)[0]
	s := h.start(spec)
	s.Shows("ready")
	if pid := h.info(spec).HostPID; pid != waiting {
		t.Errorf("process %d hosts the session, want the waiting %d", pid, waiting)
	}
	if log, err := os.ReadFile(filepath.Join(h.o.Dir(spec.ID), "host.log")); err != nil || len(log) > 0 {
		t.Errorf("its log: %q, %v", log, err)
	}
	s.leave()
}

// A process that waits for one session is not used for another, and ends.
func TestAnotherSessionThanExpected(t *testing.T) {
	h := prestartHome(t)
	expected, spec := specOf(), specOf(sh("echo ready; read x")...)
	h.Prestart(sourceOf(expected), expected.ID)
	name := nameOf(expected)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	waiting := hostsNamed(name)[0]
	s := h.start(spec)
	s.Shows("ready")
	s.leave()
	awaitGone(t, waiting)
}

// If the waiting process is killed, the start only takes longer.
func TestExpectedProcessIsKilled(t *testing.T) {
	h := prestartHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.Prestart(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	kill(t, hostsNamed(name)[0], 9)
	await(t, "it is gone", func() bool { return len(hostsNamed(name)) == 0 })
	s := h.start(spec)
	s.Shows("ready")
	s.leave()
}

// A process that gets no processor time for some seconds has not failed: the session starts once it
// does.
func TestExpectedProcessIsDelayed(t *testing.T) {
	const heldUp = 6 * time.Second
	h := prestartHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.Prestart(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	waiting := hostsNamed(name)[0]
	kill(t, waiting, syscall.SIGSTOP)
	time.AfterFunc(heldUp, func() { _ = syscall.Kill(waiting, syscall.SIGCONT) })
	s := h.start(spec)
	s.Shows("ready")
	if pid := h.info(spec).HostPID; pid != waiting {
		t.Errorf("process %d hosts the session, want the delayed %d", pid, waiting)
	}
	s.leave()
}

// A program that leaves while a host starts waits until the session can be found; if it leaves before
// the start, no session exists.
func TestLeavingWaitsForAStartingHost(t *testing.T) {
	h := newHome(t)
	h.o.Grace = patience // Close waits for twice as long
	h.Provider = launch.New(h.o)
	spec := specOf(sh("read x")...)
	release := make(chan struct{})
	starts := h.HoldStarts(release)
	started := make(chan error, 1)
	go func() {
		conn, err := h.Start(spec)
		if err == nil {
			err = conn.Close()
		}
		started <- err
	}()
	<-starts
	slow, left := make(chan time.Duration, 1), make(chan error, 1)
	go func() { left <- h.Close(func(limit time.Duration) { slow <- limit }) }()
	select {
	case err := <-left:
		t.Fatalf("left while a host was starting: %v", err)
	case limit := <-slow:
		if limit != 2*h.o.Grace {
			t.Errorf("waits %v", limit)
		}
	}
	late := specOf(sh("read x")...)
	if _, err := h.Start(late); err == nil {
		t.Error("a leaving program started a session")
	}
	close(release)
	if err := <-left; err != nil {
		t.Errorf("left: %v", err)
	}
	if found, err := h.Find(spec.ID); err != nil || found != nameOf(spec) {
		t.Errorf("the session that was starting is found as %q, %v, want %q", found, err, nameOf(spec))
	}
	if err := <-started; err != nil {
		t.Errorf("start: %v", err)
	}
	if n := len(hostsNamed(nameOf(late))); n != 0 {
		t.Errorf("%d hosts of a session that was not started", n)
	}
}
