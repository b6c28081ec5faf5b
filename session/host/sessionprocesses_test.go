//go:build linux

package host

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
)

// marked is a process that leads a session of the kernel and carries a mark; it is reaped
// when it ends.
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

func pids(list []sessionProcess) (pids []int) {
	for _, k := range list {
		pids = append(pids, k.pid)
	}
	return pids
}

// lookWith has files of proc(5) that may be locked read by read.
func lookWith(t *testing.T, read func(string) ([]byte, error)) {
	before := readProc
	readProc = read
	t.Cleanup(func() { readProc = before })
}

// What a killed host left has the time to save, too.
func TestRemainsAreEndedGently(t *testing.T) {
	m := envMarkOf(uuid.New())
	said := filepath.Join(t.TempDir(), "said")
	pid := marked(t, m, fmt.Sprintf(`trap 'echo hup >>%[1]s; for i in 1 2 3 4 5; do /bin/true; done; echo saved >>%[1]s; exit' HUP
		trap 'echo term >>%[1]s; exit' TERM; echo >$READY; while :; do sleep 0.02; done`, said))
	began := time.Now()
	endLeftovers(pid, m, 5*time.Second)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if text, err := os.ReadFile(said); string(text) != "hup\nsaved\n" {
		t.Errorf("it noted %q, %v", text, err)
	}
	if left := sessionProcesses("/proc", pid, nil); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// A process whose memory cannot be read at first is told like the others once it can.
func TestRemainsThatAreFoundLateAreEndedGently(t *testing.T) {
	m := envMarkOf(uuid.New())
	said := filepath.Join(t.TempDir(), "said")
	pid := marked(t, m, fmt.Sprintf(`trap 'echo hup >>%[1]s; exit' HUP
		trap 'echo term >>%[1]s; exit' TERM; echo >$READY; while :; do sleep 0.02; done`, said))
	locked := true
	lookWith(t, func(path string) ([]byte, error) {
		if locked && path == fmt.Sprintf("/proc/%d/environ", pid) {
			locked = false
			return nil, os.ErrDeadlineExceeded
		}
		return os.ReadFile(path)
	})
	endLeftovers(pid, m, 5*time.Second)
	if text, err := os.ReadFile(said); string(text) != "hup\n" {
		t.Errorf("it noted %q, %v", text, err)
	}
}

// In the middle of an execve(2) a process has no environment. It is looked at again.
func TestAMarkIsFoundOfAProcessThatExecutes(t *testing.T) {
	root := t.TempDir()
	m := envMarkOf(uuid.New())
	stat := func(envEnd string) {
		fields := slices.Repeat([]string{"1"}, 50) // from the state on
		fields[0], fields[3], fields[48] = "S", "77", envEnd
		if err := os.WriteFile(filepath.Join(root, "88", "stat"), []byte("88 (a name) "+strings.Join(fields, " ")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "88"), 0o700); err != nil {
		t.Fatal(err)
	}
	stat("0")
	looks := 0
	lookWith(t, func(string) ([]byte, error) {
		if looks++; looks < 3 {
			return nil, nil
		}
		stat("4711")
		return append([]byte("A=b\x00"), m...), nil
	})
	if got := pids(sessionProcesses(root, 77, m.certain)); !slices.Equal(got, []int{88}) {
		t.Errorf("found %v after %d looks", got, looks)
	}
	looks = 3 // one that has no environment is not waited for
	lookWith(t, func(string) ([]byte, error) { looks++; return nil, nil })
	if got := pids(sessionProcesses(root, 77, m.certain)); len(got) > 0 || looks != 4 {
		t.Errorf("without an environment: found %v after %d looks", got, looks-3)
	}
}

// A process whose memory is locked is not taken for another session's in the end of its
// own, and is left alone otherwise.
func TestAMarkIsNotKnownOfLockedMemory(t *testing.T) {
	m := envMarkOf(uuid.New())
	pid := marked(t, m, "echo >$READY; while :; do sleep 0.02; done")
	if got := pids(sessionProcesses("/proc", pid, m.certain)); !slices.Contains(got, pid) {
		t.Fatalf("found %v, want %d", got, pid)
	}
	lookWith(t, func(path string) ([]byte, error) { return nil, fmt.Errorf("read %s: %w", path, os.ErrDeadlineExceeded) })
	if got := pids(sessionProcesses("/proc", pid, m.certain)); len(got) > 0 {
		t.Errorf("%v surely have the mark", got)
	}
	if got := pids(sessionProcesses("/proc", pid, m.possible)); !slices.Contains(got, pid) {
		t.Errorf("%v may have the mark, want %d", got, pid)
	}
	lookWith(t, func(string) ([]byte, error) { return nil, errors.New("not permitted") })
	if got := pids(sessionProcesses("/proc", pid, m.possible)); len(got) > 0 {
		t.Errorf("%v may have the mark", got)
	}
}
