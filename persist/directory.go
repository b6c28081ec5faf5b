package persist

import (
	"fmt"
	"io/fs"
	"os"

	"dormer/session/private"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// makePrivate creates dir, and missing parents, with mode 0700. It returns an error unless dir
// is then a directory that belongs to this user and that nobody else can write to. If others
// can only read it, it is made private. A symbolic link is followed if it is the user's own.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return fmt.Errorf("%w: make room for that directory, or choose another place with DORMER_HOME", err)
	}
	link, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !private.Owned(link) {
		return fmt.Errorf("%s belongs to another user: choose another place with DORMER_HOME", dir)
	}
	st, err := os.Stat(dir)
	if err != nil {
		return err
	}
	return restrictMode(dir, st)
}

func restrictMode(dir string, st fs.FileInfo) error {
	perm := st.Mode().Perm()
	switch {
	case !st.IsDir():
		return fmt.Errorf("%s is not a directory: move it away", dir)
	case !private.Owned(st):
		return fmt.Errorf("%s belongs to another user: choose another place with DORMER_HOME", dir)
	case perm&0o022 != 0:
		return fmt.Errorf("%s can be written by other users (mode %04o): check what is in it, then run chmod 700 on it", dir, perm)
	case perm&0o077 != 0:
		return os.Chmod(dir, dirMode)
	}
	return nil
}
