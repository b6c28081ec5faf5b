package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dormer/session/private"
)

const (
	documentName = "state.json"
	lockName     = "state.lock"
	exitName     = "exit_status"
	previous     = ".previous"

	dirMode fs.FileMode = 0o700
)

// makePrivate makes dir and its missing parents with mode 0700, and then calls [checkPrivate].
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

// SetAside prepares a session's directory for a new run: the document of the previous one is kept
// as state.json.previous, and its exit status is removed. Only the owner may call it, while it has
// no [Manager] of the directory open. Missing files are no error; files that are not regular are,
// and stay. It waits for the lock, so that no process that saw the previous run can mistake the new
// one for it. A lock that is never released does not prevent the new run.
func SetAside(dir string) error {
	if unlock, err := lock(dir, ownerLockWait); err == nil {
		defer func() { _ = unlock() }() // nothing was written through it
	}
	return setAside(dir)
}

// setAside is [SetAside] for callers that hold the lock, or cannot get it.
func setAside(dir string) error {
	document, exit := filepath.Join(dir, documentName), filepath.Join(dir, exitName)
	err := errors.Join(private.CheckReplaceable(document), private.CheckReplaceable(document+previous), private.CheckReplaceable(exit))
	if err == nil {
		err = errors.Join(
			ignoreNotExist(os.Rename(document, document+previous)),
			ignoreNotExist(os.Remove(document)), // it remains if both are the same file
			ignoreNotExist(os.Remove(exit)),
		)
	}
	if err != nil {
		return fmt.Errorf("set an earlier state document aside: %w", err)
	}
	return nil
}

// keepPrevious keeps the document as the previous run's, and leaves it in its place until another
// is written. The exit status is removed.
func keepPrevious(dir string) error {
	document, exit := filepath.Join(dir, documentName), filepath.Join(dir, exitName)
	if err := errors.Join(private.CheckReplaceable(document+previous), private.CheckReplaceable(exit)); err != nil {
		return err
	}
	if err := errors.Join(ignoreNotExist(os.Remove(document+previous)), ignoreNotExist(os.Remove(exit))); err != nil {
		return err
	}
	if err := os.Link(document, document+previous); err != nil { // not every file system can
		return os.Rename(document, document+previous)
	}
	return nil
}

// HasDocument reports whether a session's directory contains a document, of the last run or the one
// before, even an untrusted one.
func HasDocument(dir string) bool {
	document := filepath.Join(dir, documentName)
	_, now := os.Lstat(document)
	_, before := os.Lstat(document + previous)
	return now == nil || before == nil
}

// snapshot returns err, or nil if err says that a file does not exist.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
