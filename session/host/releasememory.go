package host

import (
	"runtime/debug"
	"sync"
	"time"
)

const (
	// releaseDelay is the delay before memory is released, since more viewers may be about to come
	// or leave.
	releaseDelay = time.Second
	// manyViewers is the number of new viewers at which memory is released while they are still
	// connected.
	manyViewers = 64
)

// memoryReleaser returns the memory that serving viewers took to the system: once, some time after
// the last viewer has left or many have come. It never wakes an idle host.
type memoryReleaser struct {
	release     func()
	mu          sync.Mutex
	connections int
	arrivals    int // since the last scheduled release
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
	if t.arrivals++; t.arrivals >= manyViewers {
		t.schedule()
	}
}

// schedule schedules a release after releaseDelay, unless one is scheduled. The lock is
// held.
func (t *memoryReleaser) schedule() {
	if t.pending {
		return
	}
	t.pending, t.arrivals = true, 0
	time.AfterFunc(releaseDelay, t.run)
}

// run releases memory. If many viewers have come meanwhile, some of which may not have been served
// yet, it schedules the next release.
func (t *memoryReleaser) run() {
	t.mu.Lock()
	t.pending = false
	if t.arrivals >= manyViewers {
		t.schedule()
	}
	t.mu.Unlock()
	t.release()
}

// releaseMemory returns unused memory to the system, unless no collection has run yet. The heap is
// smaller than 2 MB then, and a collection would cost more than it returns: the runtime keeps lists
// of pages for each size of object, 0.5 MB after the first collection and more after the next.
func releaseMemory() {
	var collections debug.GCStats // reading runtime.MemStats would cost as much as a collection
	debug.ReadGCStats(&collections)
	if collections.NumGC > 0 {
		debug.FreeOSMemory()
	}
}
