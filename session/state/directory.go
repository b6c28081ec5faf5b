package state

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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

// checkPrivate returns an error unless dir is a directory of this user that
// nobody else can write to. One that others can only read is tightened.
func checkPrivate(dir string) error {
	st, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	perm := st.Mode().Perm()
	switch {
	case st.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %s is a symbolic link: move it away", ErrUnsafe, dir)
	case !st.IsDir():
		return fmt.Errorf("%w: %s is no directory: move it away", ErrUnsafe, dir)
	case !owned(st):
		return fmt.Errorf("%w: %s belongs to another user: choose another place with DORMER_HOME", ErrUnsafe, dir)
	case perm&0o022 != 0:
		return fmt.Errorf("%w: %s can be written by others (mode %04o): look into it, then chmod 700 it", ErrUnsafe, dir, perm)
	case perm != dirMode:
		return os.Chmod(dir, dirMode)
	}
	return nil
}

func owned(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Getuid()
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
