package ui

import (
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Copied is a text that was copied, as it is kept for the next start.
type Copied struct {
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// The most that is kept for the next start. A text that is larger than all of them may
// be is left out.
const (
	mostCopied      = 10
	mostCopiedBytes = 1 << 20
)

// newest are the copied texts that are kept for the next start, the newest first.
func (b *buffers) newest() (kept []Copied) {
	room := mostCopiedBytes
	for _, t := range b.list {
		if len(kept) < mostCopied && len(t.text) <= room {
			kept = append(kept, Copied{Text: t.text, At: t.at})
			room -= len(t.text)
		}
	}
	return kept
}

// copiesKept are the copied texts that the disk is to have.
type copiesKept struct {
	latest  atomic.Pointer[[]Copied]
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
		kept := m.deps.Memory.RecallCopied()
		for i := len(kept) - 1; i >= 0; i-- {
			m.buffers.add(kept[i].Text, kept[i].At)
		}
	}
}

// keepCopies writes what was copied for the next start. What is written last is the
// latest, however many writes are under way.
func (m *Model) keepCopies() tea.Cmd {
	memory, kept := m.deps.Memory, &m.copiesKept
	if memory == nil {
		return nil
	}
	var list []Copied
	if m.config.Copy.Keep {
		list = m.buffers.newest()
	}
	kept.latest.Store(&list)
	return m.pending.add(func() tea.Msg {
		kept.writing.Lock()
		defer kept.writing.Unlock()
		memory.KeepCopied(*kept.latest.Load())
		return nil
	})
}
