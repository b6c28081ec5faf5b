package proc

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// Patience is how long a file is waited for.
const Patience = 200 * time.Millisecond

// files and links read those of this machine.
var (
	files = New(os.ReadFile, Patience)
	links = New(readlink, Patience)
)

// Read returns what the file of a process holds. The error is [os.ErrDeadlineExceeded]
// where the kernel does not tell it in time. It may be called from any goroutine.
func Read(path string) ([]byte, error) { return files.Read(path) }

// Link returns where a symbolic link of a process leads, as [Read] does.
func Link(path string) (string, error) {
	to, err := links.Read(path)
	return string(to), err
}

func readlink(path string) ([]byte, error) {
	to, err := os.Readlink(path)
	return []byte(to), err
}

// Reader reads files that may never come to an end.
type Reader struct {
	read  func(path string) ([]byte, error)
	limit time.Duration

	mu      sync.Mutex
	pending map[string]*reading
}

// reading is a read under way: at most one of each file, for one that never ends costs a
// thread.
type reading struct {
	done chan struct{} // closed when it has ended
	data []byte
	err  error
}

// New returns a reader that reads with read and waits no longer than limit.
func New(read func(path string) ([]byte, error), limit time.Duration) *Reader {
	return &Reader{read: read, limit: limit, pending: map[string]*reading{}}
}

// Read is the function [Read] with this reader.
func (r *Reader) Read(path string) ([]byte, error) {
	one := r.begin(path)
	limit := time.NewTimer(r.limit)
	defer limit.Stop()
	select {
	case <-one.done:
		return one.data, one.err
	case <-limit.C:
		return nil, fmt.Errorf("read %s: %w", path, os.ErrDeadlineExceeded)
	}
}

// begin begins to read a file, unless that is under way.
func (r *Reader) begin(path string) *reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one, ok := r.pending[path]; ok {
		return one
	}
	one := &reading{done: make(chan struct{})}
	r.pending[path] = one
	go func() {
		one.data, one.err = r.read(path)
		r.mu.Lock()
		delete(r.pending, path)
		r.mu.Unlock()
		close(one.done)
	}()
	return one
}
