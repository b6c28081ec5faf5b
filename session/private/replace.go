package private

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// temporary separates the name of a file from the random end of its replacement's name.
const temporary = ".tmp"

// Replace replaces or makes the file at path, with mode 0600. At any time path is the old file or
// the new one, whole; after a nil error the new one is on disk. If path is anything but a regular
// file, the error is [ErrNotRegular] and nothing changes.
func Replace(path string, data []byte) error {
	return ReplaceBy(path, content(data))
}

// ReplaceJSON is [Replace] with v as indented JSON.
func ReplaceJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return Replace(path, append(data, '\n'))
}

// ReplaceBy is [Replace] with the output of write, for data that should not be in memory as a
// whole.
func ReplaceBy(path string, write func(io.Writer) error) error {
	_, err := replace(path, write, replacement{mode: 0o600, sync: true})
	return err
}

// content returns a function that writes data.
func content(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// ReplaceAfter is [Replace], but calls before when the new file is on disk and the old one is still
// in its place. If before fails nothing changes. The result describes the written file, even if it
// has been replaced since.
func ReplaceAfter(path string, data []byte, before func() error) (fs.FileInfo, error) {
	return replace(path, content(data), replacement{mode: 0o600, sync: true, before: before})
}

// ReplaceUnsynced is [Replace], but does not wait for the disk: after a power cut the file may be
// the old one, or empty.
func ReplaceUnsynced(path string, data []byte) error {
	_, err := replace(path, content(data), replacement{mode: 0o600})
	return err
}

// ReplaceContent is [Replace] for a file of the user: it keeps the file's mode.
func ReplaceContent(path string, data []byte) error {
	mode := fs.FileMode(0o600)
	if st, err := os.Stat(path); err == nil {
		mode = st.Mode().Perm()
	}
	_, err := replace(path, content(data), replacement{mode: mode, sync: true})
	return err
}

type replacement struct {
	mode   fs.FileMode
	sync   bool
	before func() error // nil for nothing
}

func replace(path string, write func(io.Writer) error, r replacement) (fs.FileInfo, error) {
	if err := CheckReplaceable(path); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporary)
	if err != nil {
		return nil, err
	}
	written, err := r.write(f, write)
	if err == nil && r.before != nil {
		err = r.before()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // a later Sweep gets what is left
		return nil, err
	}
	if !r.sync {
		return written, nil
	}
	return written, SyncDir(filepath.Dir(path))
}

// write writes the new file and closes it.
func (r replacement) write(f *os.File, write func(io.Writer) error) (fs.FileInfo, error) {
	err := write(f)
	if err == nil {
		err = f.Chmod(r.mode)
	}
	if err == nil && r.sync {
		err = f.Sync()
	}
	written, statErr := f.Stat()
	return written, errors.Join(err, statErr, f.Close())
}

// Sweep removes temporary files of killed writers of path. The caller must be the only writer.
func Sweep(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+temporary) && e.Type().IsRegular() {
			// A file that remains does no harm; the next writer tries again.
			_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}
