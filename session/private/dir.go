package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrUnsafe is returned for a directory that is not a private one of this user. Nothing was made in
// it.
var ErrUnsafe = errors.New("directory is not safe")

// MakeDir makes the directory and its missing parents with mode 0700, and then calls [CheckDir].
func MakeDir(dir string) error {
	err := CheckDir(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("private directory: %w", err)
	}
	return CheckDir(dir)
}

// CheckDir returns an error unless dir is a directory of this user that nobody else can write to or
// replace. If others can only read it, it is made private. If it does not exist the error is
// [io/fs.ErrNotExist], unless its parent is not safe.
func CheckDir(dir string) error {
	if err := checkParent(filepath.Dir(dir)); err != nil {
		return err
	}
	return CheckInner(dir)
}

// CheckInner is [CheckDir] for a directory within a checked one: it does not check the parent.
func CheckInner(dir string) error {
	st, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("private directory: %w", err)
	}
	perm := st.Mode().Perm()
	switch {
	case st.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %s is a symbolic link: move it away", ErrUnsafe, dir)
	case !st.IsDir():
		return fmt.Errorf("%w: %s is not a directory: move it away", ErrUnsafe, dir)
	case !Owned(st):
		return fmt.Errorf("%w: %s belongs to another user: choose another place with DORMER_HOME", ErrUnsafe, dir)
	case perm&0o022 != 0:
		return fmt.Errorf("%w: %s can be written by others (mode %04o): check what is in it, then run chmod 700 on it", ErrUnsafe, dir, perm)
	case perm != 0o700:
		if err := os.Chmod(dir, 0o700); err != nil {
			return fmt.Errorf("private directory: %w", err)
		}
	}
	return nil
}

// checkParent returns an error if others could replace a directory below parent.
func checkParent(parent string) error {
	st, err := os.Stat(parent)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it will be made with mode 0700
	case err != nil:
		return fmt.Errorf("private directory: %w", err)
	case st.Mode().Perm()&0o022 != 0 && st.Mode()&fs.ModeSticky == 0 && !privateGroup(st):
		return fmt.Errorf("%w: others can replace what is in %s (mode %04o): choose another place with DORMER_HOME", ErrUnsafe, parent, st.Mode().Perm())
	case !Owned(st) && !ownedBy(st, 0):
		return fmt.Errorf("%w: %s belongs to another user: choose another place with DORMER_HOME", ErrUnsafe, parent)
	}
	return nil
}

// privateGroup reports whether only the group can write, and the group is the user's own: some
// systems give every user one, and directories such a mode.
func privateGroup(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && st.Mode().Perm()&0o002 == 0 && int(sys.Uid) == os.Getuid() && sys.Gid == sys.Uid
}

// Owned reports whether a file belongs to this user.
func Owned(st fs.FileInfo) bool { return ownedBy(st, os.Getuid()) }

func ownedBy(st fs.FileInfo, uid int) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == uid
}

// SyncDir makes renames in a directory survive a power cut. File systems that do not support it for
// directories return EINVAL, and have no alternative.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
