package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dormer/session"
)

// Remove forgets a session that has ended. First it has end destroy whatever is
// left of the session's host; it may be nil. Then the directory goes, and how the session
// ended is kept in the history. A session that has not ended, or whose rest cannot be
// destroyed, stays as it is.
func (m *Manager) Remove(end func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	refuse := func(err error) error { return fmt.Errorf("remove: %w", err) }
	return m.noun(m.locked(func() error {
		r, err := m.current()
		if err != nil {
			return refuse(err)
		}
		if !r.State.Terminal() {
			return fmt.Errorf("remove: it is %s: end it first", r.State)
		}
		if end != nil {
			if err := end(); err != nil {
				return refuse(err)
			}
		}
		if err := keepOutcome(filepath.Dir(m.dir), r, m.o.Now()); err != nil {
			m.o.Logger.Printf("session %s: its outcome is in no history: %v", m.id, err)
		}
		if err := os.RemoveAll(m.dir); err != nil {
			return refuse(err)
		}
		m.record, m.unsaved = Record{}, false
		m.retry.stop()
		return nil
	}, refuse))
}

// Forget is [Manager.Remove] of a session that has no host, whatever its document says. One
// that was being ended has been stopped, one that was not started has no outcome, and any
// other was lost.
func Forget(dir string, id session.ID, o Options, end func() error) error {
	m, err := Open(dir, id, o)
	switch {
	case err == nil && m.known() && m.record.State != session.Created:
	case errors.Is(err, errUnsafe), errors.Is(err, ErrNewer):
		return err
	default: // it was never started, or there is no document that can be believed
		if end != nil {
			if err := end(); err != nil {
				return err
			}
		}
		return os.RemoveAll(dir)
	}
	if r := m.record; !r.State.Terminal() {
		to, c := session.Stopped, Change{Reason: r.Reason}
		if r.State != session.Stopping {
			to, c = session.Failed, lostSince(r, LastSeen(dir))
		}
		if err := m.transitionFrom(r, to, c); err != nil {
			return err
		}
	}
	err = m.Remove(end)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// RemoveAs is [Forget] for the owner of a session, who removes it at its end: it ended so,
// which may not be in its document yet.
func RemoveAs(dir string, id session.ID, o Options, to session.Lifecycle, c Change) error {
	o = o.filled()
	if r, err := Read(dir, id); err == nil {
		if !r.State.Terminal() {
			r = r.ended(to, c, o.Now())
		}
		if err := keepOutcome(filepath.Dir(dir), r, o.Now()); err != nil {
			o.Logger.Printf("session %s: its outcome is in no history: %v", id, err)
		}
	}
	return os.RemoveAll(dir)
}
