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

	"dormer/session"
	"dormer/session/private"
)

// A host that is killed cannot end its child. The terminal is hung up by the
// kernel, and most children end with it; what pays no heed to that has lost its
// terminal, is shown by nobody, and goes when its session is started again or
// forgotten. Its host's lock says which process leads it: a line behind the
// others, 0 where no child ran.

// writeChild writes into a signed lock which child runs. It is always as long, so
// that nobody reads the half of it.
func writeChild(f *os.File, runtime string, pid int) error {
	_, err := f.WriteAt(fmt.Appendf(nil, "%-10d\n", pid), int64(len(holderText(runtime))))
	return err
}

// startedChild reports whether a host that had the lock had begun to start a child.
func startedChild(f *os.File) bool {
	text := make([]byte, maxLock)
	n, _ := f.ReadAt(text, 0) // nothing is no child
	lines := strings.Split(string(text[:n]), "\n")
	return len(lines) > 2 && lines[2] != ""
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

// endLeftovers ends what is left of the session that the process leader led: what has both
// its number and its mark. It signals as [ending.end] does, and returns when all is gone,
// or was killed.
func endLeftovers(leader int, mark envMark, grace time.Duration) {
	if leader <= 1 {
		return
	}
	signal := func(signals ...syscall.Signal) (left int) {
		remains := sessionProcesses("/proc", leader, mark.certain)
		for _, k := range remains {
			for _, s := range signals {
				_ = syscall.Kill(k.pid, s) // it may be gone by now
			}
		}
		return len(remains)
	}
	goneWithin := func(limit time.Duration) bool {
		for pause, end := firstLook, time.Now().Add(limit); ; pause = min(2*pause, longestLook) {
			if signal() == 0 {
				return true
			}
			if time.Now().After(end) {
				return false
			}
			time.Sleep(pause)
		}
	}
	first := untilTerm(grace)
	if signal(syscall.SIGHUP, syscall.SIGCONT) == 0 || goneWithin(first) {
		return
	}
	if signal(syscall.SIGTERM, syscall.SIGCONT) == 0 || goneWithin(grace-first) {
		return
	}
	signal(syscall.SIGKILL)
}

// Leftovers are the processes that a killed host left of a session, whose directory is
// dir. There are none while the session has a host. The host is given a moment to be
// gone, for its connections end before its lock does, and so are the processes that
// end with their terminal.
func Leftovers(dir string, id session.ID) []int {
	for pause, end := firstLook, time.Now().Add(hangupTime); ; pause = min(2*pause, longestLook) {
		pids, held := leftovers(dir, id)
		if len(pids) == 0 && !held || time.Now().After(end) {
			return pids
		}
		time.Sleep(pause)
	}
}

// hangupTime is how long a process may take to end with its terminal.
const hangupTime = 500 * time.Millisecond

// leftovers is [Leftovers] at this moment; held tells that a host has the lock.
func leftovers(dir string, id session.ID) (pids []int, held bool) {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, false
	}
	err = private.CheckLock(f)
	leader := childOf(f)
	_ = f.Close() // and with it the lock, which others may want meanwhile
	if err != nil || leader <= 1 {
		return nil, errors.Is(err, private.ErrLocked)
	}
	for _, k := range sessionProcesses("/proc", leader, envMarkOf(id).certain) {
		pids = append(pids, k.pid)
	}
	return pids, false
}

// EndLeftovers ends what a killed host left of a session, whose directory is dir. It
// does nothing while the session has a host, and returns when all is gone or was
// killed, grace later at most.
func EndLeftovers(dir string, id session.ID, grace time.Duration) error {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDWR|syscall.O_NOFOLLOW)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("end what is left of a session: %w", err)
	}
	defer func() { _ = f.Close() }() // and with it the lock
	if private.LockWithin(f, checkTime) != nil {
		return ErrRunning
	}
	endLeftovers(childOf(f), envMarkOf(id), grace)
	return nil
}

// checkTime is longer than anybody looks at a lock.
const checkTime = 500 * time.Millisecond
