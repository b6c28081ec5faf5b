package ui

import (
	"errors"
	"io/fs"
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
	what, _, told := strings.Cut(err.Error(), ": ")
	var at *fs.PathError
	if !told || !errors.As(err, &at) {
		return err.Error()
	}
	return "cannot " + what + " (" + at.Err.Error() + "): look at " + shortDir(filepath.Dir(at.Path)) + "; it is tried again, everything runs on"
}
