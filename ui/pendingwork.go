package ui

import (
	"maps"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// pendingWork is what was promised to somebody who may leave before it is done: that a
// session is killed. The event loop begins none of its commands any more once it ends.
type pendingWork struct {
	mu   sync.Mutex
	last int
	open map[int]func()
}

// add returns a command that does a piece of work.
func (e *pendingWork) add(do func() tea.Msg) tea.Cmd {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open == nil {
		e.open = map[int]func(){}
	}
	e.last++
	number := e.last
	var msg tea.Msg
	once := sync.OnceFunc(func() {
		msg = do()
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.open, number)
	})
	e.open[number] = once
	return func() tea.Msg {
		once()
		return msg
	}
}

// finish does what has not begun yet, and returns when all is done, but no later than
// limit.
func (e *pendingWork) finish(limit time.Duration) {
	e.mu.Lock()
	open := slices.Collect(maps.Values(e.open))
	e.mu.Unlock()
	if len(open) == 0 {
		return
	}
	var running sync.WaitGroup
	for _, do := range open {
		running.Go(do)
	}
	done := make(chan struct{})
	go func() {
		running.Wait()
		close(done)
	}()
	over := time.NewTimer(limit)
	defer over.Stop()
	select {
	case <-done:
	case <-over.C:
	}
}

// pendingTime is how long leaving waits for pending work. A session that takes longer to end
// has been asked to, and does.
const pendingTime = time.Second
