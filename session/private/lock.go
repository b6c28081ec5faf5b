package private

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ErrLocked is returned if another open file holds the lock.
var ErrLocked = errors.New("locked by another process")

// lockStep is the time between two tries for a lock.
const lockStep = 2 * time.Millisecond

// Lock takes the lock of an open file (flock(2)), or returns [ErrLocked] if another holds it; it
// does not wait. The lock is released with the last descriptor of the file, and so with the
// process. A lock file is never removed: two processes could each hold a lock of that name.
func Lock(f *os.File) error { return flock(f, unix.LOCK_EX) }

// LockWithin is [Lock], but retries for the given time.
func LockWithin(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(lockStep) {
		if err := Lock(f); !errors.Is(err, ErrLocked) || time.Now().After(end) {
			return err
		}
	}
}

// CheckLock returns [ErrLocked] if another holds the lock. Otherwise f shares it until it is
// closed, with others that only check.
func CheckLock(f *os.File) error { return flock(f, unix.LOCK_SH) }

// Unlock releases a lock, even if a process that is being started has a copy of the descriptor.
func Unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
