package host

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/clock/clocktest"
	"dormer/session/wire"
)

// F38: while a deadline runs, the clock is set ahead and back. The session ends at its deadline,
// neither before nor after, and clients are told the time that the clock will show then.
func TestF38DeadlineWhileTheClockIsSet(t *testing.T) {
	h, err := Start(session.Spec{
		ID: uuid.New(), Command: []string{"/bin/sh", "-c", "read x"}, Dir: os.TempDir(), Env: os.Environ(),
		Size: session.Size{Rows: 24, Cols: 80},
	}, Options{Grace: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var ahead, passed atomic.Int64 // how far the clock was set, and the time that has passed
	now := func() time.Time {
		return clocktest.Set(time.Now(), time.Duration(ahead.Load())).Add(time.Duration(passed.Load()))
	}
	lives := func(when string) {
		t.Helper()
		h.passDeadline() // as the timer does
		select {
		case <-h.Done():
			t.Fatalf("%s: the session was ended before its time", when)
		default:
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		left := h.info().Deadline.Sub(now().Round(0))
		if off := left - (5*time.Minute - time.Duration(passed.Load())); off > 0 || off < -time.Minute {
			t.Errorf("%s: %v left by its reply", when, left)
		}
	}
	h.mu.Lock()
	h.deadline.clock = now
	h.mu.Unlock()
	h.setDeadline(wire.EndsAt(now().Add(5*time.Minute), now()))
	for _, d := range []time.Duration{0, 24 * time.Hour, -24 * time.Hour, -50 * 365 * 24 * time.Hour} {
		ahead.Store(int64(d))
		lives("the clock is set by " + d.String())
	}
	passed.Store(int64(3 * time.Minute))
	lives("three minutes later")
	passed.Store(int64(5 * time.Minute))
	h.passDeadline()
	select {
	case <-h.Done():
	case <-time.After(time.Minute):
		t.Fatal("the session goes on after its deadline")
	}
}
