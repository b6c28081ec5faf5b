package private

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ErrLocked says that another open file has the lock.
var ErrLocked = errors.New("locked by another process")

// lockStep is the time between two tries for a lock.
const lockStep = 2 * time.Millisecond

// Lock takes the lock of an open file (flock(2)), or returns [ErrLocked] where another
// has it; it does not wait. The lock goes with the last descriptor of the file, and so
// with the process. A lock file is never removed: two processes could each hold a lock
// of that name.
func Lock(f *os.File) error { return flock(f, unix.LOCK_EX) }

// LockWithin is [Lock], but tries again for a while.
func LockWithin(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(lockStep) {
		if err := Lock(f); !errors.Is(err, ErrLocked) || time.Now().After(end) {
			return err
		}
	}
}

// CheckLock returns [ErrLocked] where another has the lock. Where nobody has, f shares it
// until it is closed, with others that only check.
func CheckLock(f *os.File) error { return flock(f, unix.LOCK_SH) }

// Unlock gives a lock back, also where a process that is being started has a copy of the
// descriptor.
func Unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
