package host

import (
	"sync"
	"time"
)

// idleTime measures how long the reader of a PTY has waited for output.
type idleTime struct {
	mu    sync.Mutex
	total time.Duration // of all waits that have ended
	since time.Time     // start of the present wait; zero for none
}

func (l *idleTime) begin(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.since = now
}

func (l *idleTime) end(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total += now.Sub(l.since)
	l.since = time.Time{}
}

// until returns the time spent waiting before now.
func (l *idleTime) until(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.since.IsZero() {
		return l.total
	}
	return l.total + max(now.Sub(l.since), 0)
}
