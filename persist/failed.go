package persist

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Failed describes an error of [Store.Save] to the user in one sentence: running sessions are
// not affected, and the write is tried again; the user only has to free disk space or make a
// directory writable. short abbreviates a directory for display.
func Failed(err error, short func(dir string) string) string {
	const meanwhile = "; it is tried again, everything runs on"
	var kept BackupError
	if errors.As(err, &kept) {
		return "the workspace is saved, but " + kept.Cause.Error()
	}
	what, _, told := strings.Cut(err.Error(), ": ")
	path, cause := failedAt(err)
	if !told || cause == nil {
		return err.Error() + meanwhile
	}
	return "cannot " + what + " (" + cause.Error() + "): look at " + short(filepath.Dir(path)) + meanwhile
}

// failedAt returns the file that an error names and the cause, which is nil if the error names
// no file.
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
