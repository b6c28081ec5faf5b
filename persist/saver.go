package persist

import (
	"maps"
	"reflect"
	"sync"
	"time"

	"dormer/workspace"
)

const (
	// Delay is how long a write waits for the rest of a burst of changes.
	Delay = 500 * time.Millisecond
	// Ceiling is the longest that any change waits for its write.
	Ceiling = 5 * time.Second
	// RetryCeiling is the longest wait after a failed write for the next try.
	RetryCeiling = 2 * time.Second
)

// Saver decides when a workspace is written. Its methods may be called from any
// goroutine and, but for [Saver.Flush], return at once.
//
// A write follows [Delay] after the first change of a burst, whether or not the
// burst goes on. Where all that changed is what children say of themselves (a
// title, a directory), the write waits until [Ceiling] after the first change: a
// spinner in a title must not write to the disk twice a second all day.
type Saver struct {
	save   func(workspace.State) error
	report func(error)

	// writing has room for the one write at a time; it is entered before mu is
	// locked.
	writing chan struct{}

	mu      sync.Mutex
	timer   *time.Timer
	pending workspace.State
	dirty   bool
	since   time.Time // of the first change that is not written
	written workspace.State
	fails   int
	closed  bool
}

// NewSaver gives a saver that writes with save, which it never calls twice at a
// time. Each failed write is told to report, and tried again until it succeeds,
// which is told as a nil error. Report is called from the saver's own goroutines
// and holds up writes until it returns.
func NewSaver(save func(workspace.State) error, report func(error)) *Saver {
	return &Saver{save: save, report: report, writing: make(chan struct{}, 1)}
}

// Mark says that the workspace is now state and should be written.
func (s *Saver) Mark(state workspace.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.pending = state
	if s.dirty {
		return
	}
	s.dirty, s.since = true, time.Now()
	s.arm(Delay)
}

// Flush writes what is not written, now, in place of the write that was to come,
// and returns when it is on disk or has failed. It is what quitting does.
func (s *Saver) Flush() error {
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	return s.write()
}

// Close writes as [Saver.Flush] does, and nothing after that: later marks are
// ignored, and a write that failed is not tried again.
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
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(wait, s.due)
}

func (s *Saver) due() {
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	if s.canWait() {
		return
	}
	// The error has been reported, and the next try armed.
	_ = s.write()
}

// canWait puts the write off where only chatter waits for it.
func (s *Saver) canWait() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := Ceiling - time.Since(s.since)
	if !s.dirty || left <= 0 || s.fails > 0 || !onlyChatter(s.written, s.pending) {
		return false
	}
	s.arm(min(left, Delay))
	return true
}

// write must be called within writing.
func (s *Saver) write() error {
	state, ok := s.take()
	if !ok {
		return nil
	}
	err := s.save(state)
	recovered := s.done(state, err)
	if err != nil || recovered {
		s.report(err)
	}
	return err
}

func (s *Saver) take() (workspace.State, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	if !s.dirty {
		return workspace.State{}, false
	}
	s.dirty = false
	return s.pending, true
}

// done notes how a write ended. After a failed one the newest state is tried
// again, ever later up to the ceiling.
func (s *Saver) done(state workspace.State, err error) (recovered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		recovered = s.fails > 0
		s.fails, s.written = 0, state
		return recovered
	}
	if !s.dirty {
		s.dirty, s.since = true, time.Now()
	}
	s.arm(min(Delay<<min(s.fails, 8), RetryCeiling))
	s.fails++
	return false
}

// onlyChatter reports that two states differ in nothing but titles and
// directories that children set.
func onlyChatter(a, b workspace.State) bool {
	return reflect.DeepEqual(quiet(a), quiet(b))
}

func quiet(s workspace.State) workspace.State {
	sessions := maps.Clone(s.Sessions)
	for id, r := range sessions {
		r.Title, r.Dir = "", ""
		sessions[id] = r
	}
	s.Sessions = sessions
	return s
}
