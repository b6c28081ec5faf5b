package host

import (
	"runtime/debug"
	"sync"
	"time"
)

const (
	// tidyDelay is how long after viewers went or came in numbers memory is given
	// back: not while the next ones are on their way.
	tidyDelay = time.Second
	// crowd is how many viewers leave so much garbage behind, and such large
	// stacks, that looking for it pays while they are still there.
	crowd = 64
)

// tidier gives back to the machine what serving viewers took: once, a while after
// the last one left, or after a crowd has come. Nothing of it runs otherwise: an
// idle host is not woken.
type tidier struct {
	mu      sync.Mutex
	here    int
	came    int // since memory was given back
	pending bool
}

// enter notes that a viewer has come.
func (t *tidier) enter() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.here++
	if t.came++; t.came >= crowd {
		t.later()
	}
}

// leave notes that one has left.
func (t *tidier) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.here--; t.here == 0 {
		t.later()
	}
}

// later has memory given back once, however often it is asked for meanwhile. The
// lock is held.
func (t *tidier) later() {
	if t.pending {
		return
	}
	t.pending = true
	time.AfterFunc(tidyDelay, func() {
		t.mu.Lock()
		t.pending, t.came = false, 0
		t.mu.Unlock()
		debug.FreeOSMemory()
	})
}
