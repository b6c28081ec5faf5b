package ui

import (
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/buffers"
)

// copiesKept are the copied texts that the disk is to have.
type copiesKept struct {
	latest  atomic.Pointer[[]buffers.Copied]
	writing sync.Mutex
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

// keepCopies writes what was copied for the next start. What is written last is the
// latest, however many writes are under way.
func (m *Model) keepCopies() tea.Cmd {
	memory, kept := m.deps.Memory, &m.copiesKept
	if memory == nil {
		return nil
	}
	var list []buffers.Copied
	if m.config.Copy.Keep {
		list = m.buffers.Kept()
	}
	kept.latest.Store(&list)
	return m.pending.Add(func() tea.Msg {
		kept.writing.Lock()
		defer kept.writing.Unlock()
		memory.KeepCopied(*kept.latest.Load())
		return nil
	})
}
