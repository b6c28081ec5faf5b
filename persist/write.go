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

// file is what was read of a document.
type file struct {
	data     []byte
	modified time.Time
	stat     fs.FileInfo
}

// errNotDocument is wrapped by the errors that say that something is no document
// at all, whatever its bytes are.
var errNotDocument = errors.New("no document")

// read reads a document's file. One that is larger than any document is an
// [errNotDocument], what is no regular file a [private.ErrNotRegular].
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

// maxLinks is the number of symbolic links that are followed one after another.
const maxLinks = 40

// follow gives the file that path means: itself, or what the symbolic links lead
// to, which need not exist.
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
