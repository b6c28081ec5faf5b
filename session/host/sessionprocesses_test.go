//go:build linux

package host

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session/proc"
)

// marked starts a process that leads a session of the kernel and carries a mark; it is reaped when it
// ends.
func marked(t *testing.T, m envMark, script string) (pid int) {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready")
	if err := syscall.Mkfifo(ready, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), string(m), "READY="+ready)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() { _ = cmd.Wait(); close(gone) }()
	t.Cleanup(func() { _ = cmd.Process.Kill(); <-gone })
	if _, err := os.ReadFile(ready); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

func pids(list []proc.Process) (pids []int) {
	for _, p := range list {
		pids = append(pids, p.PID)
	}
	return pids
}

// environWith replaces the reader of environments.
func environWith(t *testing.T, read func(pid int) ([]string, error)) {
	before := environOf
	environOf = read
	t.Cleanup(func() { environOf = before })
}

// The processes that a killed host has left get time to save, too.
func TestRemainsAreEndedGently(t *testing.T) {
	m := envMarkOf(uuid.New())
	said := filepath.Join(t.TempDir(), "said")
	pid := marked(t, m, fmt.Sprintf(`trap 'echo hup >>%[1]s; for i in 1 2 3 4 5; do /bin/true; done; echo saved >>%[1]s; exit' HUP
		trap 'echo term >>%[1]s; exit' TERM; echo >$READY; while :; do sleep 0.02; done`, said))
	began := time.Now()
	endLeftovers(pid, m, 5*time.Second)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("ending took %v", took)
	}
	if text, err := os.ReadFile(said); string(text) != "hup\nsaved\n" {
		t.Errorf("the process wrote %q, %v", text, err)
	}
	if left := proc.InSession(pid); len(left) > 0 {
		t.Errorf("%v are still alive", left)
	}
}

// A process whose memory cannot be read at first is ended like the others once it can.
func TestRemainsThatAreFoundLateAreEndedGently(t *testing.T) {
	m := envMarkOf(uuid.New())
	said := filepath.Join(t.TempDir(), "said")
	pid := marked(t, m, fmt.Sprintf(`trap 'echo hup >>%[1]s; exit' HUP
		trap 'echo term >>%[1]s; exit' TERM; echo >$READY; while :; do sleep 0.02; done`, said))
	locked := true
	environWith(t, func(of int) ([]string, error) {
		if locked && of == pid {
			locked = false
			return nil, os.ErrDeadlineExceeded
		}
		return proc.Environ(of)
	})
	endLeftovers(pid, m, 5*time.Second)
	if text, err := os.ReadFile(said); string(text) != "hup\n" {
		t.Errorf("the process wrote %q, %v", text, err)
	}
}

// While a process's memory is locked, it counts as possibly of the session; if its memory may not be
// read, it does not.
func TestTheMarkOfLockedMemoryIsUnknown(t *testing.T) {
	m := envMarkOf(uuid.New())
	pid := marked(t, m, "echo >$READY; while :; do sleep 0.02; done")
	look := func() (marked, unsure []int) {
		has, cannot := m.of(pid)
		return pids(has), pids(cannot)
	}
	if marked, unsure := look(); !slices.Contains(marked, pid) || len(unsure) > 0 {
		t.Fatalf("%v have the mark, %v might, want %d", marked, unsure, pid)
	}
	environWith(t, func(pid int) ([]string, error) { return nil, fmt.Errorf("read %d: %w", pid, os.ErrDeadlineExceeded) })
	if marked, unsure := look(); len(marked) > 0 || !slices.Contains(unsure, pid) {
		t.Errorf("%v have the mark, %v may have it, want only %d in the second list", marked, unsure, pid)
	}
	environWith(t, func(int) ([]string, error) { return nil, errors.New("not permitted") })
	if marked, unsure := look(); len(marked)+len(unsure) > 0 {
		t.Errorf("%v have the mark, %v may have it", marked, unsure)
	}
}
