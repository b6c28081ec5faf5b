package clock_test

import (
	"testing"
	"time"

	"dormer/session/clock"
	"dormer/session/clock/clocktest"
)

const day = 24 * time.Hour

// The clock is set while a deadline runs: the remaining time does not change, and others are told the
// time that the clock will then show.
func TestTheClockIsSet(t *testing.T) {
	for _, ahead := range []time.Duration{day, -day, -50 * 365 * day} {
		closed := time.Now()
		ends := clock.FromWall(closed.Round(0).Add(5*time.Minute), closed)
		now := clocktest.Set(closed, ahead)
		if got := now.Round(0).Sub(closed.Round(0)); got != ahead {
			t.Fatalf("the clock is ahead by %v, want %v", got, ahead)
		}
		if left := ends.Sub(now); left != 5*time.Minute {
			t.Errorf("%v ahead, %v left", ahead, left)
		}
		told := clock.ToWall(ends, now)
		if left := told.Sub(now.Round(0)); left != 5*time.Minute {
			t.Errorf("%v ahead, another process is told %v left", ahead, left)
		}
		if again := clock.FromWall(told, now); !again.Equal(ends) {
			t.Errorf("%v ahead, read back as %v, want %v", ahead, again, ends)
		}
	}
}

func TestNoDeadlineStaysNone(t *testing.T) {
	now := time.Now()
	if !clock.FromWall(time.Time{}, now).IsZero() || !clock.ToWall(time.Time{}, now).IsZero() {
		t.Error("no deadline became one")
	}
}
