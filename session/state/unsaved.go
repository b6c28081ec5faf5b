package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dormer/session/private"
)

// If the owner of a session cannot write, because a disk is full or read-only or a stopped process
// holds the lock, the session continues: the record is kept in memory and written as soon as
// possible.

// keepUnsaved keeps a record that could not be written, if this is the owner, and returns [errUnsaved];
// otherwise it returns the cause.
func (m *Manager) keepUnsaved(old, next Record, cause error) error {
	if !m.o.Owner {
		return cause
	}
	if !m.unsaved {
		m.unsaved, m.saved = true, old.State
		m.o.Logger.Printf("session %s: state %q is not saved yet: %v", m.id, next.State, cause)
	}
	next.UpdatedBy = m.o.Pid
	m.setRecord(old, next)
	if !m.closed {
		m.retry.schedule(func() { _ = m.Flush() })
	}
	return fmt.Errorf("%w: %w", errUnsaved, cause)
}

// current returns the record to change: the document, unless the owner knows more. The lock is
// held.
func (m *Manager) current() (Record, error) {
	disk, err := readDocument(m.dir, m.id)
	switch {
	case err == nil && m.unsaved && disk.State != m.saved:
		m.o.Logger.Printf("session %s: unsaved state %q gives way to %q, which process %d wrote in the meantime",
			m.id, m.record.State, disk.State, disk.UpdatedBy)
		m.unsaved = false
		m.retry.stop()
		return disk, nil
	case err == nil && m.unsaved:
		return m.record, nil
	case err == nil:
		return m.withUnwritten(disk), nil
	case !m.o.Owner || !m.hasRecord() || errors.Is(err, ErrNewer):
		return Record{}, err
	case errors.Is(err, ErrUntrusted):
		return m.record, m.setAside(err)
	case !errors.Is(err, fs.ErrNotExist):
		m.o.Logger.Printf("session %s: its document cannot be read, continuing with the state in memory: %v", m.id, err)
	}
	return m.record, nil
}

// withUnwritten returns a record from disk with the facts that have not been written yet.
func (m *Manager) withUnwritten(disk Record) Record {
	if !disk.State.Terminal() && m.record.LastCheckedAt.After(disk.LastCheckedAt) {
		disk.Activity = m.record.Activity
	}
	return disk
}

// setAside renames an untrusted document. It is kept because it may show what went wrong.
func (m *Manager) setAside(why error) error {
	name := documentName + ".corrupt-" + stamp(m.o.Now()).Format("20060102T150405.000000000Z")
	document := filepath.Join(m.dir, documentName)
	err := private.CheckReplaceable(document)
	if err == nil {
		err = os.Rename(document, filepath.Join(m.dir, name))
	}
	if err != nil {
		return fmt.Errorf("set aside: %w", errors.Join(err, why))
	}
	m.o.Logger.Printf("session %s: its document was set aside as %s and is written anew: %v", m.id, name, why)
	return nil
}

// Flush writes unsaved changes. Calling it is optional: they are retried automatically, 500 ms
// after the failure and then at least every 5 s.
func (m *Manager) Flush() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.unsaved {
		return nil
	}
	again := func(cause error) error { return m.keepUnsaved(m.record, m.record, cause) }
	if err := makePrivate(m.dir); err != nil {
		return m.wrap(again(err))
	}
	return m.wrap(m.locked(func() error {
		now, err := m.current()
		if err != nil {
			return again(err)
		}
		if !m.unsaved {
			m.record = now
			return nil
		}
		if err := m.put(now, now); err != nil {
			return err
		}
		m.o.Logger.Printf("session %s: state %q is saved now", m.id, m.record.State)
		return nil
	}, again))
}

// Close tries once more to write unsaved changes. The manager can still be used, but no longer
// retries automatically.
func (m *Manager) Close() error {
	m.mu.Lock()
	m.closed = true
	m.retry.stop()
	m.mu.Unlock()
	return m.Flush()
}

// backoff calls a function after a delay that grows each time. The zero value is ready.
type backoff struct {
	timer *time.Timer
	delay time.Duration
}

const (
	firstRetry = 500 * time.Millisecond
	lastRetry  = 5 * time.Second
)

// schedule restarts the timer with a longer delay.
func (b *backoff) schedule(f func()) {
	if b.timer != nil {
		b.timer.Stop()
	}
	b.delay = min(max(2*b.delay, firstRetry), lastRetry)
	b.timer = time.AfterFunc(b.delay, f)
}

func (b *backoff) stop() {
	if b.timer != nil {
		b.timer.Stop()
	}
	*b = backoff{}
}
