package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/buffers"
	"dormer/ui/habits"
)

// remember changes the habits and writes them.
func (m *Model) remember(change func(*habits.Habits)) tea.Cmd {
	change(&m.habits)
	m.changed()
	if m.deps.Memory == nil {
		return nil
	}
	write := m.memory.Habits(m.deps.Memory, m.habits)
	return func() tea.Msg { write(); return nil }
}

// recallCopies reads the buffers of the last run, or removes them if the user wants none kept.
func (m *Model) recallCopies() {
	switch {
	case m.deps.Memory == nil:
	case !m.config.Copy.Keep:
		m.deps.Memory.SaveCopied(nil)
	default:
		m.buffers.Restore(m.deps.Memory.LoadCopied())
	}
}

// keepCopies writes the buffers for the next run.
func (m *Model) keepCopies() tea.Cmd {
	if m.deps.Memory == nil {
		return nil
	}
	var list []buffers.Copied
	if m.config.Copy.Keep {
		list = m.buffers.Saved()
	}
	write := m.memory.Copied(m.deps.Memory, list)
	return m.pending.Add(func() tea.Msg { write(); return nil })
}
