package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dormer/session"
)

// Remove removes the files of a session that has ended. First it calls end, which may be nil, to
// end the session's remaining processes and host. Then it removes the directory and adds the
// outcome to the history. If the session has not ended, or end fails, nothing is removed.
func (m *Manager) Remove(end func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	refuse := func(err error) error { return fmt.Errorf("remove: %w", err) }
	return m.wrap(m.locked(func() error {
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

// Forget is [Manager.Remove] for a session without a host, whatever its document says. If it was
// being ended it counts as stopped, if it was not started it has no outcome, otherwise it counts as
// lost.
func Forget(dir string, id session.ID, o Options, end func() error) error {
	m, err := Open(dir, id, o)
	switch {
	case err == nil && m.hasRecord() && m.record.State != session.Created:
	case errors.Is(err, errUnsafe), errors.Is(err, ErrNewer):
		return err
	default: // it was never started, or its document is missing or untrusted
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

// RemoveAs is [Forget] for the owner of a session at its end: to and c are the outcome, which may
// not be in its document yet.
func RemoveAs(dir string, id session.ID, o Options, to session.Lifecycle, c Change) error {
	o = o.withDefaults()
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
