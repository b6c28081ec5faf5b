package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"dormer/session/private"
)

// RestoreEarlier makes an earlier document of the workspace the current one. The previous
// current document is kept, regardless of later saves, until as many others as there are slots
// were replaced in this way. If it cannot be read it is set aside; if it has a newer schema,
// the error is [ErrNewer]. After an error nothing has changed, except that a copy of the
// current document may have been kept.
//
// Nothing can be saved before the next [Store.Load].
func (s *Store) RestoreEarlier(d Document) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded = false
	if s.lock == nil {
		return ErrNotLoaded
	}
	if err := s.restoreEarlier(d.Path); err != nil {
		return fmt.Errorf("restore a document of workspace %q: %w", s.name(), err)
	}
	return nil
}

func (s *Store) restoreEarlier(chosen string) error {
	f, err := readWhole(chosen)
	if err != nil {
		return fmt.Errorf("%s: %w: choose another", chosen, err)
	}
	path, err := follow(filepath.Join(s.dir, documentName))
	if err != nil {
		return err
	}
	current, err := readWhole(path)
	switch {
	case err == nil:
		err = earlier{dir: s.dir, replaced: true}.keep(current, true)
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case !errors.Is(err, ErrNewer):
		_, err = setAside(path, s.options.Now())
	}
	if err != nil {
		return fmt.Errorf("keep the current one: %w", err)
	}
	return private.Replace(path, f.data)
}

// readWhole reads a file that can be opened as a document.
func readWhole(path string) (file, error) {
	f, err := read(path)
	if err != nil {
		return file{}, err
	}
	_, err = decode(f.data)
	var newer *NewerError
	if errors.As(err, &newer) {
		newer.Path = path
	}
	return f, err
}
