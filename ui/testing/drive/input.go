//go:build linux

package drive

import (
	"io"
	"sync"
)

// input is the program's input: an unbounded queue that is written by its own goroutine. So a
// program that does not read blocks nobody.
type input struct {
	w    io.Writer
	mu   sync.Mutex
	more *sync.Cond
	data []byte
	end  bool
	// writing is set while bytes taken from the queue may not have been written yet.
	writing bool
}

func newInput(w io.Writer) *input {
	in := &input{w: w}
	in.more = sync.NewCond(&in.mu)
	go in.run()
	return in
}

// send appends bytes to the queue. It never blocks.
func (in *input) send(data []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.data = append(in.data, data...)
	in.more.Signal()
}

func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.end = true
	in.more.Signal()
}

// run writes until the queue is closed or a write fails.
func (in *input) run() {
	for {
		data, ok := in.take()
		if !ok {
			return
		}
		if _, err := in.w.Write(data); err != nil {
			return
		}
	}
}

func (in *input) take() ([]byte, bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.writing = false
	for len(in.data) == 0 && !in.end {
		in.more.Wait()
	}
	data := in.data
	in.data, in.writing = nil, true
	return data, !in.end
}
