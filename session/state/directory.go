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

// SetAside makes room in a session's directory for a new life of it: the document of
// the one before is kept as state.json.previous, its exit status is removed. Only the
// owner may call it, while it has no [Manager] of the directory open; what is not there is
// no error, what is no regular file is one and stays. It waits for the lock: nobody who
// saw the life before can then take the new one for it. A lock that is never given back
// does not keep the new life from beginning.
func SetAside(dir string) error {
	if unlock, err := lock(dir, ownerLockWait); err == nil {
		defer func() { _ = unlock() }() // nothing was written through it
	}
	return setAside(dir)
}

// setAside is [SetAside] for who has the lock, or cannot get it.
func setAside(dir string) error {
	document, exit := filepath.Join(dir, documentName), filepath.Join(dir, exitName)
	err := errors.Join(private.CheckReplaceable(document), private.CheckReplaceable(document+previous), private.CheckReplaceable(exit))
	if err == nil {
		err = errors.Join(
			present(os.Rename(document, document+previous)),
			present(os.Remove(document)), // it stays where both are one file
			present(os.Remove(exit)),
		)
	}
	if err != nil {
		return fmt.Errorf("set an earlier state document aside: %w", err)
	}
	return nil
}

// keepPrevious keeps the document as the one of the life before, and leaves it in its place
// until another is written. The exit status is removed.
func keepPrevious(dir string) error {
	document, exit := filepath.Join(dir, documentName), filepath.Join(dir, exitName)
	if err := errors.Join(private.CheckReplaceable(document+previous), private.CheckReplaceable(exit)); err != nil {
		return err
	}
	if err := errors.Join(present(os.Remove(document+previous)), present(os.Remove(exit))); err != nil {
		return err
	}
	if err := os.Link(document, document+previous); err != nil { // not every file system can
		return os.Rename(document, document+previous)
	}
	return nil
}

// Kept reports whether there is a document in a session's directory, of its last life or
// the one before, whether or not it can be believed.
func Kept(dir string) bool {
	document := filepath.Join(dir, documentName)
	_, now := os.Lstat(document)
	_, before := os.Lstat(document + previous)
	return now == nil || before == nil
}

// present is an error, unless it is that a file is not there.
func present(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
