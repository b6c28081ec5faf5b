package pending

import (
	"maps"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Work is work that is finished even if the user leaves the program meanwhile, such as killing a
// session.
type Work struct {
	mu   sync.Mutex
	last int
	open map[int]func()
}

// Add adds a piece of work and returns a command that does it.
func (e *Work) Add(do func() tea.Msg) tea.Cmd {
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

// Finish starts all work that has not begun yet. It returns when everything is done, or after
// limit.
func (e *Work) Finish(limit time.Duration) {
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
