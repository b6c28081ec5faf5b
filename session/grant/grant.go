package grant

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/private"
)

// Grant is the permission of a caller to act on a session.
type Grant struct {
	Caller string `json:"caller"`
	// Session is the session; the zero id means every session.
	Session session.ID `json:"session"`
	// Opened means that the caller has opened the session.
	Opened bool `json:"opened,omitempty"`
	// Until is when the grant expires; zero for never.
	Until time.Time `json:"until,omitzero"`
}

// All reports whether the grant is for every session.
func (g Grant) All() bool { return g.Session == uuid.Nil }

// holds reports whether the grant is valid at a time.
func (g Grant) holds(now time.Time) bool { return g.Until.IsZero() || now.Before(g.Until) }

// May reports whether valid grants permit a caller to act on a session.
func May(grants []Grant, caller string, id session.ID) bool {
	return slices.ContainsFunc(grants, func(g Grant) bool {
		return caller != "" && g.Caller == caller && (g.All() || g.Session == id)
	})
}

// Store is the file of grants. Its methods may be called from any goroutine and any process.
type Store struct {
	// Path is the file, in a directory that exists.
	Path string
	// Exists reports whether a session has any files.
	Exists func(session.ID) bool
}

const (
	schema  = 1
	maxFile = 4 << 20
	// lockTime is how long another process may take to change the file.
	lockTime = 5 * time.Second
)

type document struct {
	Schema int     `json:"schema"`
	Grants []Grant `json:"grants"`
}

// List returns the valid grants.
func (s Store) List() ([]Grant, error) {
	var d document
	err := private.ReadJSON(s.Path, maxFile, &d)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && d.Schema != schema {
		err = fmt.Errorf("it has schema %d, and this dormer knows %d", d.Schema, schema)
	}
	if err != nil {
		return nil, fmt.Errorf("the grants cannot be read: %w: move %s away", err, s.Path)
	}
	now := time.Now()
	return slices.DeleteFunc(d.Grants, func(g Grant) bool { return !g.holds(now) || s.gone(g) }), nil
}

// gone reports whether a grant is for a session without files.
func (s Store) gone(g Grant) bool {
	caller, err := uuid.Parse(g.Caller)
	return err == nil && !s.Exists(caller) || !g.All() && !s.Exists(g.Session)
}

// Add adds grants. A grant replaces an earlier one for the same caller and session, unless the
// caller has opened the session.
func (s Store) Add(added ...Grant) error {
	return s.change(func(all []Grant) []Grant {
		for _, g := range added {
			i := slices.IndexFunc(all, func(o Grant) bool { return o.Caller == g.Caller && o.Session == g.Session })
			switch {
			case i < 0:
				all = append(all, g)
			case !all[i].Opened:
				all[i] = g
			}
		}
		return all
	})
}

// Revoke removes the matching grants, and returns them.
func (s Store) Revoke(match func(Grant) bool) (revoked []Grant, err error) {
	err = s.change(func(all []Grant) (left []Grant) {
		revoked = nil
		for _, g := range all {
			if match(g) {
				revoked = append(revoked, g)
			} else {
				left = append(left, g)
			}
		}
		return left
	})
	return revoked, err
}

func (s Store) change(change func([]Grant) []Grant) error {
	if err := private.MakeDir(filepath.Dir(s.Path)); err != nil {
		return err
	}
	lock, err := private.OpenLocked(s.Path+".lock", lockTime)
	if err != nil {
		return fmt.Errorf("change the grants: %w", err)
	}
	defer func() { _ = lock.Close() }() // this unlocks it
	all, err := s.List()
	if err != nil {
		return err
	}
	return private.ReplaceJSON(s.Path, document{schema, change(all)})
}
