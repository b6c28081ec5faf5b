package host

import (
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
	give    func() // gives memory back
	mu      sync.Mutex
	here    int
	came    int // since it was last found that memory is to be given back
	pending bool
}

// enter notes that somebody has connected.
func (t *tidier) enter() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.here++
	t.count()
}

// look notes that somebody who has connected looks from now on: that takes as much
// again, and may be a while later.
func (t *tidier) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
}

// leave notes that one has left.
func (t *tidier) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.here--; t.here == 0 {
		t.later()
	}
}

// count counts one of a crowd. The lock is held.
func (t *tidier) count() {
	if t.came++; t.came >= crowd {
		t.later()
	}
}

// later has memory given back once, however often it is asked for meanwhile. The
// lock is held.
func (t *tidier) later() {
	if t.pending {
		return
	}
	t.pending, t.came = true, 0
	time.AfterFunc(tidyDelay, t.tidy)
}

// tidy gives memory back, and once more later where a crowd came meanwhile, some of
// whom may not have been served yet.
func (t *tidier) tidy() {
	t.mu.Lock()
	t.pending = false
	if t.came >= crowd {
		t.later()
	}
	t.mu.Unlock()
	t.give()
}
