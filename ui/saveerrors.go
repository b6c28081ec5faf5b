package ui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// saved takes how a write of the workspace went: the error of one that failed, nil
// for the first that did not after that. What runs is not concerned, and the write is
// tried again; only what to make room for, or writable, is for a person to do.
func (m *Model) saved(err error) {
	if err == nil {
		m.say("the workspace is saved again: nothing was lost meanwhile")
		return
	}
	m.sayFor(unsaved(err), longNotice)
}

// unsaved is a failed write in one sentence.
func unsaved(err error) string {
	const meanwhile = "; it is tried again, everything runs on"
	if cause := besides(err); cause != nil {
		return "the workspace is saved, but " + cause.Error()
	}
	what, _, told := strings.Cut(err.Error(), ": ")
	path, cause := failedAt(err)
	if !told || cause == nil {
		return err.Error() + meanwhile
	}
	return "cannot " + what + " (" + cause.Error() + "): look at " + shortDir(filepath.Dir(path)) + meanwhile
}

// besides is what else was wrong when the workspace was written after all; nil where it
// was not.
func besides(err error) error {
	var written interface {
		Saved() bool
		Unwrap() error
	}
	if !errors.As(err, &written) || !written.Saved() {
		return nil
	}
	return written.Unwrap()
}

// failedAt is the file at which an error came about, and what was wrong with it; no error
// where it says none.
func failedAt(err error) (path string, cause error) {
	var at *fs.PathError
	var moved *os.LinkError // of a rename too
	switch {
	case errors.As(err, &at):
		return at.Path, at.Err
	case errors.As(err, &moved):
		return moved.New, moved.Err
	}
	return "", nil
}
