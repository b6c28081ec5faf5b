package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"dormer/session/private"
)

// lockStep is the time between two tries for a lock that another process holds.
const lockStep = 2 * time.Millisecond

// lock takes the lock of a session's directory and returns what gives it back.
// The kernel gives it back too when the process dies. A holder that was stopped
// must not stop others, so the wait is bounded.
func lock(dir string, wait time.Duration) (unlock func() error, err error) {
	if err := checkPrivate(dir); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, lockName),
		flock.SetFlag(os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK),
		flock.SetPermissions(fileMode))
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	_, err = l.TryLockContext(ctx, lockStep)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("lock %s: held by another process for %s: see who with fuser", l.Path(), wait)
	case errors.Is(err, syscall.ELOOP):
		err = fmt.Errorf("session %w: %s is a symbolic link: move it away", ErrUnsafe, l.Path())
	case err == nil:
		err = checkRegular(l)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l.Close, nil
}

// checkRegular returns an error unless what was locked is a regular file.
func checkRegular(l *flock.Flock) error {
	st, err := l.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = fmt.Errorf("%s is %w: move it away", l.Path(), private.ErrNotRegular)
	}
	return err
}
