package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// shelfTick moves the countdowns of a dialog that shows closed things on.
type shelfTick struct{ at time.Time }

func (shelfTick) tell(m *Model) tea.Cmd {
	m.changed()
	return nil
}

// armShelf wakes each second while countdowns are on the screen.
func (m *Model) armShelf() tea.Cmd {
	if !m.counting() || m.armed.shelf.After(m.now()) {
		return nil
	}
	m.armed.shelf = m.now().Add(time.Second)
	return m.wakeAt(m.armed.shelf, shelfTick{m.armed.shelf})
}

// counting reports whether a dialog lists closed things, and counts.
func (m *Model) counting() bool {
	return len(m.state.Undo) > 0 && !m.config.Terminal.Reader && m.dialogs.Lists()
}
