package private

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular is returned if a FIFO, a device, a socket or a directory is in the place of a
// regular file. It was neither read nor changed.
var ErrNotRegular = errors.New("not a regular file")

// Open is [os.OpenFile] for dormer's own files. It never blocks, as opening a FIFO would, and the
// error for anything but a regular file is [ErrNotRegular]. A new file gets mode 0600.
func Open(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		// Some files that are not regular cannot be opened.
		stat := os.Stat
		if flag&syscall.O_NOFOLLOW != 0 {
			stat = os.Lstat
		}
		if st, statErr := stat(path); statErr == nil && !st.Mode().IsRegular() {
			return nil, notRegular(path, st)
		}
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = notRegular(path, st)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ReadFile reads at most the first limit bytes of a regular file.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	return data, errors.Join(err, f.Close())
}

// ReadJSON reads v from the first limit bytes of a regular file.
func ReadJSON(path string, limit int64, v any) error {
	data, err := ReadFile(path, limit)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// CheckReplaceable returns an [ErrNotRegular] unless a file may be renamed or replaced: it is a
// regular one, or does not exist. Call it before writing anything in the place of a file.
func CheckReplaceable(path string) error {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !st.Mode().IsRegular():
		return notRegular(path, st)
	}
	return nil
}

func notRegular(path string, st fs.FileInfo) error {
	return fmt.Errorf("%s is %s, %w: move it away", path, kind(st.Mode()), ErrNotRegular)
}

func kind(mode fs.FileMode) string {
	switch mode.Type() {
	case fs.ModeDir:
		return "a directory"
	case fs.ModeSymlink:
		return "a symbolic link"
	case fs.ModeNamedPipe:
		return "a FIFO"
	case fs.ModeSocket:
		return "a socket"
	}
	return "a device"
}
