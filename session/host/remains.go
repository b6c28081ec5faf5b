package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
)

// A host that is killed cannot end its child. The terminal is hung up by the
// kernel, and most children end with it; what pays no heed to that has lost its
// terminal, is shown by nobody, and goes when its session is started again or
// forgotten. Its host's lock says which process leads it: a line behind the
// others, 0 where no child ran.

// mark is what the environment of a session's processes holds.
func mark(id session.ID) []byte { return []byte("DORMER_SESSION_ID=" + id.String()) }

// signChild writes into a signed lock which child runs. It is always as long, so
// that nobody reads the half of it.
func signChild(f *os.File, runtime string, pid int) error {
	_, err := f.WriteAt(fmt.Appendf(nil, "%-10d\n", pid), int64(len(signature(runtime))))
	return err
}

// childOf reads from a lock which child its last holder left, 0 for none.
func childOf(f *os.File) int {
	text := make([]byte, maxLock)
	n, _ := f.ReadAt(text, 0) // nothing is no child
	lines := strings.Split(string(text[:n]), "\n")
	if len(lines) < 3 {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(lines[2]))
	if err != nil || pid <= 1 {
		return 0
	}
	return pid
}

// endRemains ends what is left of the session that the process leader led: what
// has both its number and its mark. It returns when all is gone, or was killed.
func endRemains(leader int, mark []byte, grace time.Duration) {
	signal := func(signals ...syscall.Signal) (left int) {
		remains := sessionKin("/proc", leader, mark)
		for _, k := range remains {
			for _, s := range signals {
				_ = syscall.Kill(k.pid, s) // it may be gone by now
			}
		}
		return len(remains)
	}
	if leader <= 1 || signal(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGCONT) == 0 {
		return
	}
	look := time.NewTicker(longestLook)
	defer look.Stop()
	for end := time.Now().Add(grace); time.Now().Before(end); <-look.C {
		if signal() == 0 {
			return
		}
	}
	signal(syscall.SIGKILL)
}

// Remains are the processes that a killed host left of a session, whose directory is
// dir. Those that end with their terminal are given a moment to do so. There are none
// while the session has a host.
func Remains(dir string, id session.ID) []int {
	var pids []int
	for pause, end := firstLook, time.Now().Add(partingTime); ; pause = min(2*pause, longestLook) {
		if pids = remains(dir, id); len(pids) == 0 || time.Now().After(end) {
			return pids
		}
		time.Sleep(pause)
	}
}

// partingTime is how long a process may take to end with its terminal.
const partingTime = 500 * time.Millisecond

func remains(dir string, id session.ID) (pids []int) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // and with it the lock
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err != nil {
		return nil
	}
	leader := childOf(f)
	if leader <= 1 {
		return nil
	}
	for _, k := range sessionKin("/proc", leader, mark(id)) {
		pids = append(pids, k.pid)
	}
	return pids
}

// EndRemains ends what a killed host left of a session, whose directory is dir. It
// does nothing while the session has a host, and returns when all is gone or was
// killed, grace later at most.
func EndRemains(dir string, id session.ID, grace time.Duration) error {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("end what is left of a session: %w", err)
	}
	defer func() { _ = f.Close() }() // and with it the lock
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return ErrRunning
	}
	endRemains(childOf(f), mark(id), grace)
	return nil
}
