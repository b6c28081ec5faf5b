package host

import (
	"sync"
	"time"
)

const (
	// releaseDelay is how long after viewers went or came in numbers memory is given
	// back: not while the next ones are on their way.
	releaseDelay = time.Second
	// crowd is how many viewers leave so much garbage behind, and such large
	// stacks, that looking for it pays while they are still there.
	crowd = 64
)

// memoryReleaser gives back to the machine what serving viewers took: once, a while after
// the last one left, or after a crowd has come. Nothing of it runs otherwise: an
// idle host is not woken.
type memoryReleaser struct {
	release     func() // gives memory back
	mu          sync.Mutex
	connections int
	arrivals    int // since it was last found that memory is to be given back
	pending     bool
}

// connected notes that somebody has connected.
func (t *memoryReleaser) connected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.connections++
	t.count()
}

// attached notes that somebody who has connected looks from now on: that takes as much
// again, and may be a while later.
func (t *memoryReleaser) attached() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
}

// disconnected notes that one has left.
func (t *memoryReleaser) disconnected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.connections--; t.connections == 0 {
		t.schedule()
	}
}

// count counts one of a crowd. The lock is held.
func (t *memoryReleaser) count() {
	if t.arrivals++; t.arrivals >= crowd {
		t.schedule()
	}
}

// schedule has memory given back once, however often it is asked for meanwhile. The
// lock is held.
func (t *memoryReleaser) schedule() {
	if t.pending {
		return
	}
	t.pending, t.arrivals = true, 0
	time.AfterFunc(releaseDelay, t.run)
}

// run gives memory back, and once more later where a crowd came meanwhile, some of
// whom may not have been served yet.
func (t *memoryReleaser) run() {
	t.mu.Lock()
	t.pending = false
	if t.arrivals >= crowd {
		t.schedule()
	}
	t.mu.Unlock()
	t.release()
}
