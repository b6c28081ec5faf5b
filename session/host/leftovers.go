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

// A host that is killed cannot end its child. The kernel hangs up the terminal, and most children
// end. Processes that ignore the hangup continue without a terminal until their session is
// restarted or forgotten. The third line of the host's lock file is the number of the process that
// leads them; it is 0 if no child ran.

// writeChild writes the process id of the child into a lock file after its holder. The line has a
// fixed length, so that readers never see a part of it.
func writeChild(f *os.File, runtime string, pid int) error {
	_, err := f.WriteAt(fmt.Appendf(nil, "%-10d\n", pid), int64(len(holderText(runtime))))
	return err
}

// startedChild reports whether an earlier holder of the lock had begun to start a child.
func startedChild(f *os.File) bool {
	text := make([]byte, maxLock)
	n, _ := f.ReadAt(text, 0) // if nothing can be read, there is no child
	lines := strings.Split(string(text[:n]), "\n")
	return len(lines) > 2 && lines[2] != ""
}

// childOf returns the child of the lock's last holder, 0 for none.
func childOf(f *os.File) int {
	text := make([]byte, maxLock)
	n, _ := f.ReadAt(text, 0) // if nothing can be read, there is no child
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

// endLeftovers ends the processes whose session id is leader and whose environment contains the
// mark. It signals as [ending.end] does, and returns when all have ended or were killed.
func endLeftovers(leader int, mark envMark, grace time.Duration) {
	if leader <= 1 {
		return
	}
	// A process may be found late: its memory could not be read in time, or it was forked
	// meanwhile. So each round signals the processes that have not been signalled before.
	goneWithin := func(limit time.Duration, signals ...syscall.Signal) bool {
		told := make(map[int]bool)
		for pause, end := firstLook, time.Now().Add(limit); ; pause = min(2*pause, longestLook) {
			left, unsure := mark.of(leader)
			for _, p := range left {
				for _, s := range signals {
					if !told[p.PID] {
						_ = syscall.Kill(p.PID, s) // it may have ended
					}
				}
				told[p.PID] = true
			}
			if len(left) == 0 && len(unsure) == 0 {
				return true
			}
			if !time.Now().Before(end) {
				return false
			}
			time.Sleep(pause)
		}
	}
	first := untilTerm(grace)
	if !goneWithin(first, syscall.SIGHUP, syscall.SIGCONT) && !goneWithin(grace-first, syscall.SIGTERM, syscall.SIGCONT) {
		goneWithin(0, syscall.SIGKILL)
	}
}

// Leftovers returns the processes that a killed host of the session in dir left running; none if
// the session has a host. It waits a moment for the host, whose connections end before its lock
// does, and for processes that end with their terminal.
func Leftovers(dir string, id session.ID) []int {
	for pause, end := firstLook, time.Now().Add(hangupTime); ; pause = min(2*pause, longestLook) {
		pids, held := leftovers(dir, id)
		if len(pids) == 0 && !held || time.Now().After(end) {
			return pids
		}
		time.Sleep(pause)
	}
}

// hangupTime is the time that processes may take to end after their terminal was hung up.
const hangupTime = 500 * time.Millisecond

// leftovers is [Leftovers] without waiting; held reports that a host holds the lock.
func leftovers(dir string, id session.ID) (pids []int, held bool) {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, false
	}
	err = private.CheckLock(f)
	leader := childOf(f)
	_ = f.Close() // this unlocks it
	if err != nil || leader <= 1 {
		return nil, errors.Is(err, private.ErrLocked)
	}
	left, _ := envMarkOf(id).of(leader)
	for _, p := range left {
		pids = append(pids, p.PID)
	}
	return pids, false
}

// EndLeftovers ends the processes that a killed host of the session in dir left running. It returns
// when all have ended or were killed, after grace at most. If the session has a host, it does
// nothing and returns [ErrRunning].
func EndLeftovers(dir string, id session.ID, grace time.Duration) error {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDWR|syscall.O_NOFOLLOW)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("end the remaining processes of a session: %w", err)
	}
	defer func() { _ = f.Close() }() // this unlocks it
	if private.LockWithin(f, checkTime) != nil {
		return ErrRunning
	}
	endLeftovers(childOf(f), envMarkOf(id), grace)
	return nil
}

// checkTime is longer than [private.CheckLock] holds a lock.
const checkTime = 500 * time.Millisecond
