package persist

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Failed is an error of [Store.Save] in one sentence, for whoever uses the program: what runs is
// not concerned, and the write is tried again; only making room, or making a directory writable,
// is for a person to do. Short writes a directory as people do.
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

// failedAt returns the file that an error names, and what was wrong with it; no error if it
// names none.
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
