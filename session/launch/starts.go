package launch

import (
	"errors"
	"sync"
)

// maxStarts is how many hosts start at the same time. A template, or a workspace
// after a reboot, may ask for hundreds at once: each takes some descriptors until it
// runs, and none would run in its time.
const maxStarts = 8

// errLeaving is why a session is not started by a program that leaves.
var errLeaving = errors.New("dormer is being left: open the workspace again to start it")

// starts are the hosts that are starting. A place is taken before there is a process
// and given back once its session can be found by everybody, or there is none.
type starts struct {
	places chan struct{}
	left   chan struct{} // closed when no more may start
	leave  sync.Once
	idle   chan struct{} // closed when none starts any more
}

func newStarts() *starts {
	return &starts{places: make(chan struct{}, maxStarts), left: make(chan struct{}), idle: make(chan struct{})}
}

// begin takes a place as soon as there is one; [starts.end] gives it back.
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

// stop lets none begin any more. The channel is closed when those that had begun are
// over.
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
