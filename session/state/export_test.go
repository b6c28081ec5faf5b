package state

import "dormer/session"

// State returns the state that this manager knows; empty if there is no document. [Manager.Load]
// reads the disk.
func (m *Manager) State() session.Lifecycle {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.record.State
}

// Load reads the document and returns it. If the owner has unsaved changes, it returns the document
// that is to be written. Errors are those of [Read].
func (m *Manager) Load() (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unsaved {
		return m.record, nil
	}
	r, err := readDocument(m.dir, m.id)
	if err != nil {
		return Record{}, m.wrap(err)
	}
	m.record = m.withUnwritten(r)
	return m.record, nil
}

// Unsaved reports whether changes are not on disk yet.
func (m *Manager) Unsaved() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unsaved
}
