// Package clock converts deadlines between the wall clock and the monotonic clock of a process.
//
// The wall clock is set by administrators and time servers, and runs while the machine sleeps.
// Neither must make a deadline pass, so within a process deadlines are counted by the monotonic
// reading of [time.Now] (on Linux CLOCK_MONOTONIC, clock_gettime(2), which stands still during a
// suspend). Deadlines in files and messages are times of the wall clock.
//
// With the same now, [FromWall] and [ToWall] are inverse to the nanosecond; the zero time, which
// means no deadline, stays zero. If now has no monotonic reading, as in tests, both return their
// argument.
//
// A [Moment] tells which of two messages of two processes was sent first.
//
// The package does not read the wall clock: the time is an argument.
package clock
