package state

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"dormer/session/private"
)

// lock takes the lock of a session's directory and returns a function that releases it. The kernel
// releases it too when the process ends. A stopped holder must not block others, so the wait is
// limited.
func lock(dir string, wait time.Duration) (unlock func() error, err error) {
	if err := checkPrivate(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, lockName)
	f, err := private.OpenLocked(path, wait)
	if errors.Is(err, private.ErrLocked) {
		err = fmt.Errorf("lock %s: held by another process for %s: see who with fuser", path, wait)
	}
	if err != nil {
		return nil, err
	}
	return f.Close, nil
}
