package persist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dormer/session/private"
)

// file is a document's file that was read.
type file struct {
	data     []byte
	modified time.Time
	stat     fs.FileInfo
}

// errNotDocument is wrapped by errors for a file that cannot be a document, regardless of its
// content.
var errNotDocument = errors.New("no document")

// read reads a document's file. The error is [errNotDocument] for a file that is too large, and
// [private.ErrNotRegular] for one that is not regular.
func read(path string) (file, error) {
	f, err := private.Open(path, os.O_RDONLY)
	if err != nil {
		return file{}, err
	}
	got, err := readOpen(f)
	return got, errors.Join(err, f.Close())
}

func readOpen(f *os.File) (file, error) {
	st, err := f.Stat()
	switch {
	case err != nil:
		return file{}, err
	case st.Size() > maxDocument:
		return file{}, fmt.Errorf("%w: it has %d bytes", errNotDocument, st.Size())
	}
	data, err := io.ReadAll(io.LimitReader(f, maxDocument+1))
	if err != nil {
		return file{}, err
	}
	return file{data: data, modified: st.ModTime(), stat: st}, nil
}

// maxLinks is the maximum number of symbolic links that are followed.
const maxLinks = 40

// follow returns the file that path refers to: itself, or the target of its symbolic links,
// which need not exist.
func follow(path string) (string, error) {
	start := path
	for range maxLinks {
		next, err := os.Readlink(path)
		if errors.Is(err, syscall.EINVAL) || errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", fmt.Errorf("%s: its symbolic links form a loop: move it away", start)
}
