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

// replace puts data into the place of the file at path. Whatever happens, path
// is then the old file or the new one, whole; after a nil error the new one is
// on disk. There may be one writer at a time. Before the new file takes the
// place of the old one, aside is called, if it is not nil. The result is what was
// written, whatever others put in its place since.
func replace(path string, data []byte, aside func() error) (fs.FileInfo, error) {
	tmp := path + ".tmp"
	if err := errors.Join(private.CheckReplaceable(path), checkLeftover(tmp)); err != nil {
		return nil, err
	}
	// A writer that was killed left it; nobody else writes here.
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	written, err := writeNew(tmp, data)
	if err == nil && aside != nil {
		err = aside()
	}
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		// It holds part of a document at most. That it cannot be removed changes
		// nothing: the next write does it.
		_ = os.Remove(tmp)
		return nil, err
	}
	return written, private.SyncDir(filepath.Dir(path))
}

// checkLeftover returns an [private.ErrNotRegular] unless what is at path may be removed.
// A link may, wherever it leads: that is left alone.
func checkLeftover(path string) error {
	if st, err := os.Lstat(path); err == nil && st.Mode().Type() == fs.ModeSymlink {
		return nil
	}
	return private.CheckReplaceable(path)
}

// writeNew makes a file that is not there yet and returns when it is on disk.
func writeNew(path string, data []byte) (fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|syscall.O_NOFOLLOW, fileMode)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	written, statErr := f.Stat()
	return written, errors.Join(err, statErr, f.Close())
}

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
	return "", fmt.Errorf("%s: its symbolic links have no end: move it away", start)
}
