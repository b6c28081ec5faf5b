package clock

import "golang.org/x/sys/unix"

// Moment is a point in time of a clock that all processes of a machine share and that cannot be
// set, in nanoseconds: CLOCK_MONOTONIC, clock_gettime(2). It tells which of two messages was sent
// first, regardless of senders and arrival. Zero means unknown.
type Moment uint64

// Now returns the present moment; zero if the machine has no such clock.
func Now() Moment {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return Moment(t.Nano())
}

// Before reports whether m was before o. It is false if either is zero.
func (m Moment) Before(o Moment) bool { return m != 0 && o != 0 && m < o }
