package persist

import (
	"sync"
	"time"

	"dormer/workspace"
)

const (
	// saveDelay is the minimum average time between two writes.
	saveDelay = 500 * time.Millisecond
	// burstWrites is the number of writes that may follow without delay after a quiet time, so that
	// each change by a user is on disk before the next.
	burstWrites = 5
	// burstCeiling bounds the delay of a change marked by MarkLater.
	burstCeiling = 5 * time.Second
	// retryCeiling is the maximum delay between a failed write and the next attempt.
	retryCeiling = 2 * time.Second
)

// Saver decides when a workspace is written. Its methods may be called from any goroutine. All
// except [Saver.Flush], [Saver.Settle] and [Saver.Close] return immediately.
//
// A change is written at once, unless a few writes came shortly before; in a burst there is a
// write every [saveDelay]. If only titles and directories that children report have changed,
// the write waits until [burstCeiling] after the last one: a spinner in a title must not write
// to the disk twice a second all day.
type Saver struct {
	save   func(workspace.State) error
	report func(error)

	// writing has room for the one write at a time; it is entered before mu is locked.
	writing chan struct{}

	mu        sync.Mutex
	timer     *time.Timer
	armed     int // the number of the timer that counts
	pending   workspace.State
	dirty     bool
	urgent    bool      // the unsaved changes include one that must not wait
	last      time.Time // when the last write began
	scheduled time.Time // when all writes so far would have come, [saveDelay] apart
	fails     int
	closed    bool
}

// NewSaver returns a saver that writes with save, which it never calls concurrently. It
// calls report with the error of each failed write, tries again until a write succeeds, and
// then calls report with nil. Report is called from the saver's own goroutines, and writes
// wait until it returns.
func NewSaver(save func(workspace.State) error, report func(error)) *Saver {
	return &Saver{save: save, report: report, writing: make(chan struct{}, 1)}
}

// Mark records the new state of the workspace, which must be written.
func (s *Saver) Mark(state workspace.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	waiting := s.urgent || s.dirty && s.fails > 0 // already waiting for its turn or for a retry
	s.pending, s.dirty, s.urgent = state, true, true
	if !waiting {
		s.arm(time.Until(s.scheduled.Add(-burstWrites * saveDelay)))
	}
}

// MarkLater is [Saver.Mark] for a change of titles or directories only.
func (s *Saver) MarkLater(state workspace.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	waiting := s.dirty
	s.pending, s.dirty = state, true
	if !waiting {
		s.arm(max(saveDelay, time.Until(s.last.Add(burstCeiling))))
	}
}

// Flush writes unsaved changes now, and returns when they are on disk or the write has failed.
func (s *Saver) Flush() error {
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	return s.write()
}

// Settle is [Saver.Flush], but returns after limit at the latest; the write goes on.
func (s *Saver) Settle(limit time.Duration) {
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		_ = s.Flush() // the error has been reported
	}()
	patience := time.NewTimer(limit)
	defer patience.Stop()
	select {
	case <-settled:
	case <-patience.C:
	}
}

// Close writes as [Saver.Flush] does, and nothing after that: later marks are ignored, and
// a failed write is not tried again.
func (s *Saver) Close() error {
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	return s.write()
}

// arm must be called with mu held.
func (s *Saver) arm(wait time.Duration) {
	if s.closed {
		return
	}
	s.disarm()
	number := s.armed
	s.timer = time.AfterFunc(wait, func() { s.due(number) })
}

// disarm must be called with mu held.
func (s *Saver) disarm() {
	s.armed++
	if s.timer != nil {
		s.timer.Stop()
	}
}

// due writes, unless a write was done or postponed meanwhile.
func (s *Saver) due(number int) {
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	s.mu.Lock()
	late := number != s.armed
	s.mu.Unlock()
	if !late {
		_ = s.write() // the error has been reported, and the next try armed
	}
}

// write must be called within writing.
func (s *Saver) write() error {
	state, ok := s.take()
	if !ok {
		return nil
	}
	err := s.save(state)
	recovered := s.done(err)
	if err != nil || recovered {
		s.report(err)
	}
	return err
}

func (s *Saver) take() (workspace.State, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disarm()
	if !s.dirty {
		return workspace.State{}, false
	}
	s.dirty, s.urgent = false, false
	s.last = time.Now()
	s.scheduled = later(s.scheduled, s.last).Add(saveDelay)
	return s.pending, true
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// done notes the result of a write. After a failure the newest state is tried again, after
// a delay that grows up to retryCeiling.
func (s *Saver) done(err error) (recovered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		recovered = s.fails > 0
		s.fails = 0
		return recovered
	}
	s.dirty = true
	s.arm(min(saveDelay<<min(s.fails, 8), retryCeiling))
	s.fails++
	return false
}
