package clock

import "golang.org/x/sys/unix"

// Moment is a point of the time that all processes of a machine share and that nobody
// sets, in nanoseconds: CLOCK_MONOTONIC, clock_gettime(2). It tells which of two words
// was said first, whoever said them and whenever they came. Zero is none.
type Moment uint64

// Now is the present moment; none where the machine has no such clock.
func Now() Moment {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return Moment(t.Nano())
}

// Before reports whether m was before o. None is before nothing, and nothing before it.
func (m Moment) Before(o Moment) bool { return m != 0 && o != 0 && m < o }
