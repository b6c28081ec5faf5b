package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// keepLonger is how much longer a closed thing is kept at a time.
const keepLonger = time.Hour

// bringBack undoes the close of the entry that keeps a session alive.
func (m *Model) bringBack(holding session.ID) tea.Cmd {
	return m.apply(workspace.UndoClose{At: m.now(), Holding: holding, Tab: m.newTab()})
}

func (m *Model) keepClosed(holding session.ID) tea.Cmd {
	i := m.state.ClosedHolding(holding)
	if i < 0 {
		return nil
	}
	return m.apply(workspace.KeepClosed{Holding: holding, Until: m.state.Undo[i].ExpiresAt.Add(keepLonger)})
}

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
	if len(m.state.Undo) == 0 || m.config.Terminal.Reader {
		return false
	}
	for _, d := range m.dialogs {
		if _, ok := d.(*dialog.Finder); ok {
			return true
		}
	}
	return false
}
