package state

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dormer/session/private"
)

const (
	documentName = "state.json"
	lockName     = "state.lock"
	exitName     = "exit_status"

	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// makePrivate makes dir, and what is missing above it, with mode 0700, and then
// holds it to [checkPrivate].
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return err
	}
	return checkPrivate(dir)
}

// checkPrivate returns an error unless dir is a private directory of this user.
func checkPrivate(dir string) error {
	if err := private.CheckInner(dir); err != nil {
		return fmt.Errorf("session %w", err)
	}
	return nil
}

// sweep removes what writers that were killed left of a file's successors. The
// caller is the file's only writer just now.
func sweep(dir, name string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "."+name) {
			// One that stays does no harm; the next writer tries again.
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
