package habits

import (
	"sync"
	"sync/atomic"

	"dormer/ui/buffers"
)

// Memory keeps habits, and what was copied in the workspace. It is called from any goroutine,
// one call at a time.
type Memory interface {
	Recall() Habits
	Keep(Habits)
	RecallCopied() []buffers.Copied
	KeepCopied([]buffers.Copied)
}

// Writes writes to a memory. What is written last is the latest, however many writes are
// under way.
type Writes struct {
	habits atomic.Pointer[Habits]
	copied atomic.Pointer[[]buffers.Copied]
	busy   sync.Mutex
}

// Habits returns the work that writes habits.
func (w *Writes) Habits(m Memory, h Habits) func() {
	w.habits.Store(&h)
	return func() {
		w.busy.Lock()
		defer w.busy.Unlock()
		m.Keep(*w.habits.Load())
	}
}

// Copied returns the work that writes what was copied.
func (w *Writes) Copied(m Memory, list []buffers.Copied) func() {
	w.copied.Store(&list)
	return func() {
		w.busy.Lock()
		defer w.busy.Unlock()
		m.KeepCopied(*w.copied.Load())
	}
}
