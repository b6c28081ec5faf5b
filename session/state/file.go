package state

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"dormer/session"
	"dormer/session/private"
)

// maxFile is the largest size of a file of this package, in bytes.
const maxFile = 64 << 10

// readFile reads a small regular file of this user. For anything else (a symbolic link, a FIFO, a
// directory, a file of gigabytes) the error is [ErrUntrusted]; it is neither followed nor waited
// for.
func readFile(path string) ([]byte, error) {
	f, err := private.Open(path, os.O_RDONLY|syscall.O_NOFOLLOW)
	if errors.Is(err, private.ErrNotRegular) {
		return nil, fmt.Errorf("%w: %w", ErrUntrusted, err)
	}
	if err != nil {
		return nil, err
	}
	data, err := readOpen(f)
	return data, errors.Join(err, f.Close())
}

func readOpen(f *os.File) ([]byte, error) {
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !private.Owned(st):
		return nil, fmt.Errorf("%w: it belongs to another user", ErrUntrusted)
	case st.Size() > maxFile:
		return nil, fmt.Errorf("%w: it has %d bytes", ErrUntrusted, st.Size())
	}
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// writeFile replaces dir's file of a name. Until the rename the old file exists, whole; after a nil
// error the new one does, and is on disk. If the name is taken by something else than a regular
// file, that stays, and the result is an error.
func writeFile(dir, name string, data []byte) error {
	if len(data) > maxFile {
		return fmt.Errorf("%d bytes are more than the %d that could be read back", len(data), maxFile)
	}
	return private.Replace(filepath.Join(dir, name), data)
}

// Read returns the record of session id from its directory. It takes no lock and never waits, so
// that a list of a hundred sessions costs a hundred small reads. If there is no document the error
// is [io/fs.ErrNotExist]; if it cannot be trusted, [ErrUntrusted] or [ErrNewer].
func Read(dir string, id session.ID) (Record, error) {
	r, err := readDocument(dir, id)
	if err != nil {
		return Record{}, fmt.Errorf("state of session %s: %w", id, err)
	}
	return r, nil
}

func readDocument(dir string, id session.ID) (Record, error) {
	data, err := readFile(filepath.Join(dir, documentName))
	if err != nil {
		return Record{}, err
	}
	r, err := decode(data)
	if err != nil {
		return Record{}, err
	}
	if r.SessionID != id {
		return Record{}, fmt.Errorf("%w: it belongs to session %s", ErrUntrusted, r.SessionID)
	}
	return r, nil
}
