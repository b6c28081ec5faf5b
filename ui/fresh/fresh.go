package fresh

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Write makes a file that is not there yet; what says in the errors what it is that is
// written. Each error ends with what to do next.
func Write(what, path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) //nolint:gosec // it is the user's to show
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already: name another file", path)
	case err != nil:
		return fmt.Errorf("write %s: %w: name another file", what, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path) // part of it would keep the whole from being written next
		return fmt.Errorf("write %s: %w: name another file", what, err)
	}
	return nil
}
