// Package clock takes deadlines from the clock of the machine to the time that a
// process runs, and back.
//
// A clock is set, by an administrator or a time server, and it goes on while the
// machine sleeps. A deadline that gives somebody a time to think again must not
// pass by either, so while a process lives it is counted by the monotonic reading
// that a [time.Time] of [time.Now] carries (on Linux CLOCK_MONOTONIC, clock_gettime(2),
// which stands still during a suspend). What leaves the process, into a file or over
// a socket, is the time that the wall clock will say if nobody touches it.
//
// What always holds: [FromWall] and [ToWall] of the same now undo each other, to the
// nanosecond; the zero time, which is no deadline, stays what it is. Where now has no
// monotonic reading, as in tests, both give the time that they are given.
//
// Which of two words of two processes is the later one is told by the [Moment] of each.
//
// It refuses to know what the time of the day is: that is passed in.
package clock
