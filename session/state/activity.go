package state

import (
	"errors"
	"hash/fnv"
	"time"
)

// Hash is the hash by which output is told from other output: FNV-1a, 32 bits.
func Hash(output []byte) uint32 {
	h := fnv.New32a()
	// Writing to a hash cannot fail.
	_, _ = h.Write(output)
	return h.Sum32()
}

// RecordActivity notes that the session's output was looked at and had a hash.
// The same hash as before moves only last_checked_at, another one also
// last_activity_hash and last_activity_at. It is a fact, not a judgement: no
// state follows from it, and nothing is noted of a session that has ended.
func (m *Manager) RecordActivity(hash uint32, at time.Time) error {
	at = stamp(at)
	if m.noteActivity(hash, at) {
		return nil
	}
	err := m.change(func(r Record) (Record, error) {
		if r.State.Terminal() {
			return r, errUnchanged
		}
		r.Activity = r.seen(hash, at)
		m.written = at
		return r, nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return m.noun(err)
}

// noteActivity reports whether that was all: facts may be written later where the
// last write was just now.
func (m *Manager) noteActivity(hash uint32, at time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	since := at.Sub(m.written)
	if !m.known() || since < 0 || since >= m.o.ActivityEvery {
		return false
	}
	if !m.record.State.Terminal() {
		m.record.Activity = m.record.seen(hash, at)
	}
	return true
}
