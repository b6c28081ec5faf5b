package state

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"dormer/session"
	"dormer/session/private"
)

// Manager changes the state of one session; nothing else does. It is safe for concurrent use, and
// any number of managers, in any number of processes, may work on one directory.
type Manager struct {
	dir string
	id  session.ID
	o   Options

	mu sync.Mutex
	// record is the record as known to this manager; its SessionID is zero while none is known.
	record Record
	// saved is the state on disk on which record is based, while unsaved is set.
	saved   session.Lifecycle
	unsaved bool
	retry   backoff
	closed  bool
	swept   bool
	// write is [writeFile], except in tests that simulate disk failures.
	write func(dir, name string, data []byte) error

	observers observers
}

// Open returns the manager of session id, whose directory is dir. The directory or the document
// may be missing: [Manager.Create] makes them. A document that cannot be trusted is an
// [ErrUntrusted] or [ErrNewer].
func Open(dir string, id session.ID, o Options) (*Manager, error) {
	m := &Manager{dir: dir, id: id, o: o.withDefaults(), write: writeFile}
	err := checkPrivate(dir)
	if err == nil {
		m.record, err = readDocument(dir, id)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, m.wrap(err)
	}
	return m, nil
}

// Create makes the directory and writes the document of a new session. If there is a document
// already, the error is [io/fs.ErrExist].
func (m *Manager) Create(about About) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := m.first(about)
	if m.hasRecord() {
		return m.wrap(fs.ErrExist)
	}
	if err := first.check(); err != nil {
		return m.wrap(err)
	}
	err := makePrivate(m.dir)
	switch {
	case errors.Is(err, errUnsafe):
		return m.wrap(err)
	case err != nil:
		return m.wrap(m.keepUnsaved(Record{}, first, err))
	}
	return m.wrap(m.locked(func() error { return m.create(first) }, func(cause error) error {
		return m.keepUnsaved(Record{}, first, cause)
	}))
}

func (m *Manager) create(first Record) error {
	old, err := readDocument(m.dir, m.id)
	switch {
	case err == nil:
		m.record = old
		return fs.ErrExist
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return m.put(Record{}, first)
}

// first returns the record of a new session.
func (m *Manager) first(about About) Record {
	now := stamp(m.o.Now())
	return Record{State: session.Created, StateChangedAt: now, CreatedAt: now, SessionID: m.id, About: about}
}

// Renew is [Manager.Create] for another run of a session: it replaces the document of the previous
// run, which is kept as state.json.previous, and keeps the user's labels of the session. Only the
// owner may call it.
func (m *Manager) Renew(about About) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := makePrivate(m.dir); errors.Is(err, errUnsafe) {
		return m.wrap(err)
	}
	return m.wrap(m.locked(func() error {
		old, err := readDocument(m.dir, m.id)
		if err == nil {
			about = about.Inherit(old.About)
			err = keepPrevious(m.dir)
		}
		if ignoreNotExist(err) != nil {
			return err
		}
		err = m.put(Record{}, m.first(about))
		if errors.Is(err, errUnsaved) { // the old document must not be mistaken for the new one
			err = errors.Join(err, setAside(m.dir))
		}
		return err
	}, func(cause error) error {
		return errors.Join(setAside(m.dir), m.keepUnsaved(Record{}, m.first(about), cause))
	}))
}

// Transition moves the session to another state. The previous state is that of the document; if the
// transition is not allowed, the error is [ErrTransition] and nothing changes. [errUnsaved] means
// that the transition was made and will be written later. Observers are told of each transition.
func (m *Manager) Transition(to session.Lifecycle, c Change) error {
	if to == session.Completed && c.Exit != nil && !c.Exit.Clean() {
		return m.wrap(fmt.Errorf("%w: completed needs exit code 0: say failed", ErrTransition))
	}
	err := m.change(func(r Record) (Record, error) {
		if !r.State.CanBecome(to) {
			return r, fmt.Errorf("%w: from %s to %s", ErrTransition, r.State, to)
		}
		next := r.after(to, c)
		next.StateChangedAt = stamp(m.o.Now())
		return next, nil
	})
	m.observers.deliver()
	return m.wrap(err)
}

// transitionFrom is [Manager.Transition] for a caller that observed the session when its record was
// seen. If another run has begun since, or the state has changed, the error is [ErrTransition].
func (m *Manager) transitionFrom(seen Record, to session.Lifecycle, c Change) error {
	err := m.change(func(r Record) (Record, error) {
		if !r.State.CanBecome(to) || !r.StateChangedAt.Equal(seen.StateChangedAt) {
			return r, fmt.Errorf("%w: from %s to %s", ErrTransition, r.State, to)
		}
		next := r.after(to, c)
		next.StateChangedAt = stamp(m.o.Now())
		return next, nil
	})
	m.observers.deliver()
	return m.wrap(err)
}

// Observe registers fn to be called once for each transition that this manager makes, in order,
// with the records before and after it; never for a refused one. No lock is held during the call:
// fn may use the manager. After cancel, fn is not called for later transitions.
func (m *Manager) Observe(fn func(was, is Record)) (cancel func()) {
	return m.observers.add(fn)
}

func (m *Manager) hasRecord() bool { return m.record.SessionID == m.id }

// wrap adds the session to an error.
func (m *Manager) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("state of session %s: %w", m.id, err)
}

// locked calls do under the file lock, or otherwise if the lock cannot be taken.
func (m *Manager) locked(do func() error, otherwise func(error) error) error {
	unlock, err := lock(m.dir, m.o.LockWait)
	if err != nil {
		return otherwise(err)
	}
	if !m.swept {
		private.Sweep(filepath.Join(m.dir, documentName))
		m.swept = true
	}
	err = do()
	// The document is written; the next lock call notices a lock that is still held.
	if e := unlock(); e != nil {
		m.o.Logger.Printf("session %s: unlock %s: %v", m.id, filepath.Join(m.dir, lockName), e)
	}
	return err
}

// change replaces the record by the result of f.
func (m *Manager) change(f func(Record) (Record, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	inMemory := func(cause error) error {
		if !m.o.Owner || !m.hasRecord() || errors.Is(cause, ErrNewer) {
			return cause
		}
		next, err := f(m.record)
		if err != nil {
			return err
		}
		return m.keepUnsaved(m.record, next, cause)
	}
	return m.locked(func() error {
		now, err := m.current()
		if err != nil {
			return inMemory(err)
		}
		m.record = now
		next, err := f(now)
		if err != nil {
			return err
		}
		return m.put(now, next)
	}, inMemory)
}

// put replaces old by another record.
func (m *Manager) put(old, next Record) error {
	next.UpdatedBy = m.o.Pid
	data, err := encode(next)
	if err == nil {
		err = m.write(m.dir, documentName, data)
	}
	if err != nil {
		return m.keepUnsaved(old, next, fmt.Errorf("write %s: %w", documentName, err))
	}
	m.setRecord(old, next)
	m.unsaved = false
	m.retry.stop()
	return nil
}

// setRecord makes a record the present one.
func (m *Manager) setRecord(old, next Record) {
	m.record = next
	if old.State != next.State && old.State != "" {
		m.observers.queue(old, next)
	}
}
