// Package clock converts deadlines between the wall clock and the monotonic clock of a process.
//
// The wall clock is set by administrators and time servers, and goes on while the machine
// sleeps. Neither must make a deadline pass, so within a process deadlines are counted by the
// monotonic reading of [time.Now] (on Linux CLOCK_MONOTONIC, clock_gettime(2), which stands still
// during a suspend). Deadlines in files and messages are times of the wall clock.
//
// [FromWall] and [ToWall] with the same now are inverse to the nanosecond; the zero time, which
// means no deadline, stays zero. If now has no monotonic reading, as in tests, both return the
// time that they are given.
//
// A [Moment] tells which of two messages of two processes was sent first.
//
// The package does not read the wall clock: the time is passed in.
package clock
