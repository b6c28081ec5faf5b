package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
)

// quietTime is how long a new session may print nothing before lines are typed into it
// all the same.
const quietTime = 2 * time.Second

// waitToType begins to wait for the first output of a session that lines are to be
// typed into: typed earlier, they would be on the screen twice, once by the terminal
// and once by the shell that reads them then.
func (m *Model) waitToType(id session.ID, l *live, w *watch) tea.Cmd {
	if len(l.lines) == 0 {
		return nil
	}
	w.silent.Store(true)
	if w.speaks() { // before the watch began
		return m.typeLines(id)
	}
	return m.after(quietTime, linesDue{id})
}

// speaks reports, once, that a session that was silent has printed something.
func (w *watch) speaks() bool {
	c := w.client.Load()
	if c == nil || !w.silent.Load() {
		return false
	}
	moved := false
	c.View(func(r *client.Replica) {
		at := r.Cursor()
		moved = at.Row > 0 || at.Col > 0
	})
	return moved && w.silent.Swap(false)
}

// typeLines types what is to be typed into a new session, each line with Enter.
func (m *Model) typeLines(id session.ID) tea.Cmd {
	l := m.live[id]
	if l == nil || l.client == nil {
		return nil
	}
	for _, line := range l.lines {
		l.client.Input(slices.Concat([]byte(line), []byte{'\r'}))
	}
	l.lines = nil
	return nil
}
