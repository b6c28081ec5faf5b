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
	err := m.change(func(r Record) (Record, error) {
		if r.State.Terminal() {
			return r, errUnchanged
		}
		r.Activity = r.seen(hash, at)
		return r, nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return m.wrap(err)
}
