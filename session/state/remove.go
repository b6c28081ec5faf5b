package state

import (
	"fmt"
	"os"
)

// Remove forgets a session that has ended. First it has end destroy whatever is
// left of the session's host; it may be nil. Then the directory goes. A session
// that has not ended, or whose rest cannot be destroyed, stays as it is.
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
		if err := os.RemoveAll(m.dir); err != nil {
			return refuse(err)
		}
		m.record, m.unsaved = Record{}, false
		m.retry.stop()
		return nil
	}, refuse))
}
