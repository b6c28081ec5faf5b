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

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/host"
)

// hostsNamed are the processes of hosts that have a name.
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

// A process that was started ahead hosts the session, and no other one is.
func TestExpectedSession(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.Prestart(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	if _, err := os.Stat(h.o.Dir(spec.ID)); err == nil {
		t.Error("something of the session is on disk before it is started")
	}
	waiting := hostsNamed(name)[0]
	s := h.start(spec)
	s.Shows("ready")
	if pid := h.info(spec).HostPID; pid != waiting {
		t.Errorf("process %d hosts the session, want %d, which waited", pid, waiting)
	}
	if log, err := os.ReadFile(filepath.Join(h.o.Dir(spec.ID), "host.log")); err != nil || len(log) > 0 {
		t.Errorf("its log: %q, %v", log, err)
	}
	s.leave()
}

// A process that waits for one session is not used for another, and does not stay.
func TestAnotherSessionThanExpected(t *testing.T) {
	h := newHome(t)
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

// A process that was killed while it waited costs nothing but time.
func TestExpectedProcessIsKilled(t *testing.T) {
	h := newHome(t)
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

// toldOf is how much of what a process was told it has not read yet. Descriptor 3 is
// what a host's process is told by.
func toldOf(pid int) int {
	f, err := os.OpenFile(filepath.Join("/proc", strconv.Itoa(pid), "fd", "3"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return n
}

// Who leaves while a host starts waits until the session can be found; one that leaves
// before the host was begun finds none.
func TestLeavingWaitsForTheHostThatStarts(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("read x")...)
	h.Prestart(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	waiting := hostsNamed(name)[0]
	kill(t, waiting, syscall.SIGSTOP)
	started := make(chan error, 1)
	go func() {
		conn, err := h.Start(spec)
		if err == nil {
			err = conn.Close()
		}
		started <- err
	}()
	await(t, "it is told what to host", func() bool { return toldOf(waiting) > 0 })
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
		t.Error("a session was started by a program that leaves")
	}
	kill(t, waiting, syscall.SIGCONT)
	if err := <-left; err != nil {
		t.Errorf("left: %v", err)
	}
	if found, err := h.Find(spec.ID); err != nil || found != name {
		t.Errorf("the session that was starting is found as %q, %v, want %q", found, err, name)
	}
	if err := <-started; err != nil {
		t.Errorf("start: %v", err)
	}
	if n := len(hostsNamed(session.HostName(sourceOf(late), late.ID))); n != 0 {
		t.Errorf("%d processes host what was not started", n)
	}
}
