package host

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// F38: a clock that is set back while a deadline runs ends nothing before its time,
// and one that is set forward does when the deadline has come.
func TestF38DeadlineWhileTheClockIsSet(t *testing.T) {
	h, err := Start(session.Spec{
		ID: uuid.New(), Command: []string{"/bin/sh", "-c", "read x"}, Dir: os.TempDir(), Env: os.Environ(),
		Size: session.Size{Rows: 24, Cols: 80},
	}, Options{Grace: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var ahead atomic.Int64
	clock := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	timer := func() *time.Timer {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.deadline.timer
	}
	h.mu.Lock()
	h.deadline.clock = clock
	h.mu.Unlock()

	ahead.Store(int64(24 * time.Hour))
	h.setDeadline(clock().Add(50 * time.Millisecond))
	first := timer()
	ahead.Store(0)
	for limit := time.Now().Add(20 * time.Second); timer() == first; <-time.After(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("the timer did not look again")
		}
	}
	select {
	case <-h.Done():
		t.Fatal("the session was ended a day early")
	default:
	}
	ahead.Store(int64(25 * time.Hour))
	h.mu.Lock()
	h.deadline.timer.Reset(0) // it has run out
	h.mu.Unlock()
	select {
	case <-h.Done():
	case <-time.After(20 * time.Second):
		t.Fatal("the session goes on after its time")
	}
}
