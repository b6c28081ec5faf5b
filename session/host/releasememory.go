package host

import (
	"sync"
	"time"
)

const (
	// releaseDelay is the delay before memory is given back, since more viewers may be
	// about to come or go.
	releaseDelay = time.Second
	// crowd is the number of viewers whose garbage and stacks are worth collecting
	// while the viewers are still connected.
	crowd = 64
)

// memoryReleaser gives the memory that serving viewers took back to the machine: once, a
// while after the last viewer left or after a crowd has come. It never wakes an idle host.
type memoryReleaser struct {
	release     func()
	mu          sync.Mutex
	connections int
	arrivals    int // since memory was last scheduled to be given back
	pending     bool
}

// connected notes that a viewer has connected.
func (t *memoryReleaser) connected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.connections++
	t.count()
}

// attached notes that a connected viewer has attached, which takes as much memory again.
func (t *memoryReleaser) attached() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count()
}

// disconnected notes that a viewer has left.
func (t *memoryReleaser) disconnected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.connections--; t.connections == 0 {
		t.schedule()
	}
}

// count counts an arrival. The lock is held.
func (t *memoryReleaser) count() {
	if t.arrivals++; t.arrivals >= crowd {
		t.schedule()
	}
}

// schedule has memory given back after releaseDelay, unless that is scheduled. The lock
// is held.
func (t *memoryReleaser) schedule() {
	if t.pending {
		return
	}
	t.pending, t.arrivals = true, 0
	time.AfterFunc(releaseDelay, t.run)
}

// run gives memory back, and schedules the next time if a crowd has come meanwhile, of which
// some may not have been served yet.
func (t *memoryReleaser) run() {
	t.mu.Lock()
	t.pending = false
	if t.arrivals >= crowd {
		t.schedule()
	}
	t.mu.Unlock()
	t.release()
}
