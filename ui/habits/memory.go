package habits

import (
	"sync"
	"sync/atomic"

	"dormer/ui/buffers"
)

// Memory stores habits, and the copied texts of the workspace. It is called from any goroutine, one
// call at a time.
type Memory interface {
	Load() Habits
	Save(Habits)
	LoadCopied() []buffers.Copied
	SaveCopied([]buffers.Copied)
}

// Writes writes to a memory. The last write always stores the latest state, even if several writes
// are under way.
type Writes struct {
	habits atomic.Pointer[Habits]
	copied atomic.Pointer[[]buffers.Copied]
	busy   sync.Mutex
}

// Habits returns a function that writes habits.
func (w *Writes) Habits(m Memory, h Habits) func() {
	w.habits.Store(&h)
	return func() {
		w.busy.Lock()
		defer w.busy.Unlock()
		m.Save(*w.habits.Load())
	}
}

// Copied returns a function that writes the copied texts.
func (w *Writes) Copied(m Memory, list []buffers.Copied) func() {
	w.copied.Store(&list)
	return func() {
		w.busy.Lock()
		defer w.busy.Unlock()
		m.SaveCopied(*w.copied.Load())
	}
}
