//go:build linux

package launch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"

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
	h.Expect(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	if _, err := os.Stat(h.o.Dir(spec.ID)); err == nil {
		t.Error("something of the session is on disk before it is started")
	}
	waiting := hostsNamed(name)[0]
	s := h.start(spec)
	s.shows("ready")
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
	h.Expect(sourceOf(expected), expected.ID)
	name := nameOf(expected)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	waiting := hostsNamed(name)[0]
	s := h.start(spec)
	s.shows("ready")
	s.leave()
	awaitGone(t, waiting)
}

// A process that was killed while it waited costs nothing but time.
func TestExpectedProcessIsKilled(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.Expect(sourceOf(spec), spec.ID)
	name := nameOf(spec)
	await(t, "a process waits", func() bool { return len(hostsNamed(name)) == 1 })
	kill(t, hostsNamed(name)[0], 9)
	await(t, "it is gone", func() bool { return len(hostsNamed(name)) == 0 })
	s := h.start(spec)
	s.shows("ready")
	s.leave()
}
