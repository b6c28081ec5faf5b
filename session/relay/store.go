package relay

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"dormer/session/private"
)

// maxStore is the largest size of the file of sessions, in bytes.
const maxStore = 4 << 20

// storeSchema is the version of the file.
const storeSchema = 1

// FileStore is a [Store] in a file of this user. Only one relay at a time may use it.
type FileStore struct {
	path string

	mu  sync.Mutex
	all map[string]Record
}

// storeDocument is the content of the file.
type storeDocument struct {
	Schema   int      `json:"schema"`
	Sessions []Record `json:"sessions"`
}

// OpenStore reads the store from a file, which need not exist. Its directory must exist.
func OpenStore(path string) (*FileStore, error) {
	s := &FileStore{path: path, all: map[string]Record{}}
	d := storeDocument{Schema: storeSchema}
	err := private.ReadJSON(path, maxStore, &d)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil && d.Schema != storeSchema {
		err = fmt.Errorf("it is of another version (%d) of dormer", d.Schema)
	}
	if err != nil {
		return nil, fmt.Errorf("read the relay's sessions: %s: %w: move it away to begin with none; the sessions run on", path, err)
	}
	for _, r := range d.Sessions {
		s.all[r.ID] = r
	}
	return s, nil
}

// Put saves a record.
func (s *FileStore) Put(r Record) error {
	return s.change(func() { s.all[r.ID] = r })
}

// Remove removes the record of an id.
func (s *FileStore) Remove(id string) error {
	return s.change(func() { delete(s.all, id) })
}

// All returns the records, the oldest first.
func (s *FileStore) All() ([]Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sorted(), nil
}

func (s *FileStore) sorted() []Record {
	return slices.SortedFunc(maps.Values(s.all), func(a, b Record) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
}

// change changes the records and writes them.
func (s *FileStore) change(by func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	by()
	if err := private.ReplaceJSON(s.path, storeDocument{storeSchema, s.sorted()}); err != nil {
		return fmt.Errorf("keep the relay's sessions: %w", err)
	}
	return nil
}
