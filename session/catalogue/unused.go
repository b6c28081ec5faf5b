package catalogue

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"dormer/session"
)

// unusedRetention is how long the empty directory of a session is kept. A host has some seconds to
// start in it.
const unusedRetention = time.Hour

// Unused is an empty directory of an otherwise unknown session.
type Unused struct {
	ID    session.ID
	Since time.Time
}

// unused reports whether an entry has nothing but an empty directory.
func (p Places) unused(e *Entry) (Unused, bool) {
	if e.Live() || e.Tracked != nil || !errors.Is(e.StateErr, fs.ErrNotExist) || e.kept != nil && e.kept.spec() != nil {
		return Unused{}, false
	}
	dir, err := os.Open(p.dir(e.ID))
	if err != nil {
		return Unused{}, false
	}
	defer func() { _ = dir.Close() }() // only read
	st, err := dir.Stat()
	if err != nil {
		return Unused{}, false
	}
	_, err = dir.Readdirnames(1)
	return Unused{e.ID, st.ModTime()}, errors.Is(err, io.EOF)
}

// RemoveUnused removes the empty directory of a session. If it is no longer empty, the result is an
// error; if it no longer exists, it is nil.
func (p Places) RemoveUnused(id session.ID) error {
	err := os.Remove(p.dir(id))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("remove the files of session %s: %w", id, err)
}
