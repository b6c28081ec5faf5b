package proc

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// Patience is how long something is waited for that may be made of the memory of a
// process.
const Patience = 200 * time.Millisecond

// reader reads what may never come to an end.
type reader struct {
	read  func(what string) ([]byte, error)
	limit time.Duration

	mu      sync.Mutex
	pending map[string]*reading
}

// reading is a read under way: at most one of each thing, for one that never ends costs a
// thread.
type reading struct {
	done chan struct{} // closed when it has ended
	data []byte
	err  error
}

// newReader returns a reader that reads with read and waits no longer than limit.
func newReader(read func(what string) ([]byte, error), limit time.Duration) *reader {
	return &reader{read: read, limit: limit, pending: map[string]*reading{}}
}

// Read returns what is read. The error is [os.ErrDeadlineExceeded] where the kernel does
// not tell it in time.
func (r *reader) Read(what string) ([]byte, error) {
	one := r.begin(what)
	limit := time.NewTimer(r.limit)
	defer limit.Stop()
	select {
	case <-one.done:
		return one.data, one.err
	case <-limit.C:
		return nil, fmt.Errorf("read %s: %w", what, os.ErrDeadlineExceeded)
	}
}

// begin begins to read, unless that is under way.
func (r *reader) begin(what string) *reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one, ok := r.pending[what]; ok {
		return one
	}
	one := &reading{done: make(chan struct{})}
	r.pending[what] = one
	go func() {
		one.data, one.err = r.read(what)
		r.mu.Lock()
		delete(r.pending, what)
		r.mu.Unlock()
		close(one.done)
	}()
	return one
}
