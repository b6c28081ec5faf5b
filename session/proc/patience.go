package proc

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// ReadTimeout is the time limit for reads that may need the memory of a process.
const ReadTimeout = 200 * time.Millisecond

// reader does reads that may never finish.
type reader struct {
	read  func(what string) ([]byte, error)
	limit time.Duration

	mu      sync.Mutex
	pending map[string]*reading
}

// reading is a read in progress: at most one for each argument, because one that never finishes
// costs a thread.
type reading struct {
	done chan struct{} // closed when it has ended
	data []byte
	err  error
}

// newReader returns a reader that reads with read and waits at most for limit.
func newReader(read func(what string) ([]byte, error), limit time.Duration) *reader {
	return &reader{read: read, limit: limit, pending: map[string]*reading{}}
}

// Read returns the result of the read. The error is [os.ErrDeadlineExceeded] if the kernel does not
// answer in time.
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

// begin begins a read, unless it is in progress.
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
