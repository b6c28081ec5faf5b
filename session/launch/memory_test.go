package launch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// limitMemory puts processes into a control group of their own with a limit on memory. It skips the
// test if it cannot create one, which takes root.
func limitMemory(t *testing.T, bytes int, pids ...int) {
	t.Helper()
	root, limit := "/sys/fs/cgroup/memory", "memory.limit_in_bytes" // version 1
	if _, err := os.Stat(filepath.Join(root, limit)); err != nil {
		root, limit = "/sys/fs/cgroup", "memory.max"
	}
	group := filepath.Join(root, "dormer-test-"+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(group, 0o700); err != nil {
		t.Skip("cannot create a control group:", err)
	}
	t.Cleanup(func() {
		await(t, "the control group is empty", func() bool { return os.Remove(group) == nil })
	})
	if err := os.WriteFile(filepath.Join(group, limit), []byte(strconv.Itoa(bytes)), 0); err != nil {
		t.Skip("cannot limit the memory of a control group:", err)
	}
	for _, pid := range pids {
		if err := os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0); err != nil {
			t.Skip("cannot move a process:", err)
		}
	}
}

// F47: when memory runs out, the kernel kills the child rather than the host that has its screen.
func TestF47TheChildIsKilledBeforeItsHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x; exec tail /dev/zero")...)
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	if host, child := preference(t, info.HostPID), preference(t, info.ChildPID); child <= host {
		t.Errorf("the kernel would kill the child at %d and the host at %d", child, host)
	}
	t.Run("killed", func(t *testing.T) {
		limitMemory(t, 64<<20, info.HostPID, info.ChildPID)
		s.Input([]byte("\n"))
		if exit := s.Exit(); exit.Signal != "SIGKILL" {
			t.Errorf("the child: %+v", exit)
		}
		s.Shows("ready")
		if now := h.info(spec); now.HostPID != info.HostPID {
			t.Errorf("host %d, was %d", now.HostPID, info.HostPID)
		}
		if err := h.End(background, nameOf(spec), true); err != nil {
			t.Error(err)
		}
	})
	s.leave()
}

// preference is how much the kernel prefers to kill a process when memory runs out: oom_score_adj,
// proc(5).
func preference(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid))
	if err != nil {
		t.Skip("there is no proc(5) here")
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
