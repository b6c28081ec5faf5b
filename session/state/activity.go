package state

import (
	"errors"
	"hash/fnv"
	"time"
)

// Hash returns the hash that identifies output: FNV-1a, 32 bits.
func Hash(output []byte) uint32 {
	h := fnv.New32a()
	// Writing to a hash cannot fail.
	_, _ = h.Write(output)
	return h.Sum32()
}

// RecordActivity notes that the session's output was checked and had this hash. An unchanged hash
// updates only last_checked_at, a new one also last_activity_hash and last_activity_at. This is a
// fact, not a judgement: it changes no state, and nothing is noted for a session that has ended.
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
	return m.wrap(err)
}

// noteActivity notes a fact in memory and reports whether that is enough: shortly after the last
// write, facts may be written later.
func (m *Manager) noteActivity(hash uint32, at time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	since := at.Sub(m.written)
	if !m.hasRecord() || since < 0 || since >= m.o.ActivityEvery {
		return false
	}
	if !m.record.State.Terminal() {
		m.record.Activity = m.record.seen(hash, at)
	}
	return true
}
