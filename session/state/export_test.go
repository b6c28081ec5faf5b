package state

import "dormer/session"

// State returns the state as far as this manager knows; empty where there is no
// document. [Manager.Load] looks at the disk.
func (m *Manager) State() session.Lifecycle {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.record.State
}

// Load reads the document anew and returns it; while the owner has something
// unsaved, it returns what is to be written. Errors are those of [Read].
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

// Unsaved reports whether something is not on disk yet that should be.
func (m *Manager) Unsaved() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unsaved
}
