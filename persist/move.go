package persist

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Removed returns the destination of the directory of a workspace that is removed at the given
// time.
func (p Paths) Removed(name string, at time.Time) string {
	return filepath.Join(p.state, "removed", name+"."+at.UTC().Format("20060102T150405.000Z"))
}

// Move moves the workspace's directory, with everything in it, to a path that does not exist.
// Afterwards the store can only be closed.
func (s *Store) Move(to string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded = false
	if s.lock == nil {
		return ErrNotLoaded
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return cmp.Or(err, fmt.Errorf("%s is there already", to))
	}
	if err := makePrivate(filepath.Dir(to)); err != nil {
		return err
	}
	return os.Rename(s.dir, to)
}
