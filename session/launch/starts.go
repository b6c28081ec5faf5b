package launch

import (
	"errors"
	"sync"
)

// maxStarts is the number of sessions that start in hosts at the same time. A template, or a
// workspace after a reboot, may start hundreds. Each takes descriptors until it is attached, and if
// all started at once none would run in time.
const maxStarts = 8

// errLeaving is returned when a session is to be started while the program ends.
var errLeaving = errors.New("dormer is leaving: open the workspace again to start it")

// starts limits the sessions that start in hosts at the same time. A place is taken before the
// session's host is looked for, and returned when this program is attached to it, or the start has
// failed.
type starts struct {
	places chan struct{}
	left   chan struct{} // closed when no more may start
	leave  sync.Once
	idle   chan struct{} // closed when no start is in progress
}

func newStarts() *starts {
	return &starts{places: make(chan struct{}, maxStarts), left: make(chan struct{}), idle: make(chan struct{})}
}

// begin waits for a place; [starts.end] returns it.
func (s *starts) begin() error {
	select {
	case s.places <- struct{}{}:
	case <-s.left:
		return errLeaving
	}
	select {
	case <-s.left:
		s.end()
		return errLeaving
	default:
		return nil
	}
}

func (s *starts) end() { <-s.places }

// stop refuses further starts. The channel is closed when those in progress have finished.
func (s *starts) stop() <-chan struct{} {
	s.leave.Do(func() {
		close(s.left)
		go func() {
			for range maxStarts {
				s.places <- struct{}{}
			}
			close(s.idle)
		}()
	})
	return s.idle
}
