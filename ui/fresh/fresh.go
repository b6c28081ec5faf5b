package fresh

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Write writes a new file. what names the content in error messages. Each error ends with what to
// do next.
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
		_ = os.Remove(path) // a partial file would prevent the next attempt
		return fmt.Errorf("write %s: %w: name another file", what, err)
	}
	return nil
}
