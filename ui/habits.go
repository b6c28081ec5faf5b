package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/buffers"
	"dormer/ui/habits"
)

// remember changes the habits and keeps them.
func (m *Model) remember(change func(*habits.Habits)) tea.Cmd {
	change(&m.habits)
	m.changed()
	if m.deps.Memory == nil {
		return nil
	}
	write := m.memory.Habits(m.deps.Memory, m.habits)
	return func() tea.Msg { write(); return nil }
}

// recallCopies takes up what was copied before the program was left, unless the user
// wants nothing kept. Then what is kept is removed.
func (m *Model) recallCopies() {
	switch {
	case m.deps.Memory == nil:
	case !m.config.Copy.Keep:
		m.deps.Memory.KeepCopied(nil)
	default:
		m.buffers.Recall(m.deps.Memory.RecallCopied())
	}
}

// keepCopies writes what was copied for the next start.
func (m *Model) keepCopies() tea.Cmd {
	if m.deps.Memory == nil {
		return nil
	}
	var list []buffers.Copied
	if m.config.Copy.Keep {
		list = m.buffers.Kept()
	}
	write := m.memory.Copied(m.deps.Memory, list)
	return m.pending.Add(func() tea.Msg { write(); return nil })
}
