package private

import (
	"errors"
	"fmt"
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
		if err := Lock(f); !errors.Is(err, ErrLocked) || !time.Now().Before(end) {
			return err
		}
	}
}

// OpenLocked opens a lock file, which it makes if there is none, and takes its lock within a time.
// Closing the file releases the lock. The error is [ErrLocked] if another holds it.
func OpenLocked(path string, wait time.Duration) (*os.File, error) {
	f, err := Open(path, os.O_CREATE|os.O_RDWR|unix.O_NOFOLLOW)
	if err != nil {
		return nil, err
	}
	err = LockWithin(f, wait)
	if errors.Is(err, ErrLocked) {
		err = fmt.Errorf("%s is %w: try again", path, err)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
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
