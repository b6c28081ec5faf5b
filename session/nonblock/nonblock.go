// Package nonblock reads and writes non-blocking descriptors without telling Go's scheduler.
//
// In a process that was idle, the first system call wakes a thread of Go's runtime, which then
// checks every 20 µs whether a call blocks. On the way of a key from the terminal to its echo this
// would happen four times. A call that cannot block does not need it. docs/decisions has the
// reasons.
package nonblock

import (
	"errors"
	"syscall"
)

// WriteNow writes as much of b to a non-blocking descriptor as there is room for, and returns the
// number of bytes written. The error is that of conn if it is closed.
func WriteNow(conn syscall.RawConn, b []byte) (n int, err error) {
	closed := conn.Control(func(fd uintptr) { n, err = Write(int(fd), b) })
	switch {
	case closed != nil:
		return 0, closed
	case errors.Is(err, syscall.EAGAIN):
		return 0, nil
	}
	return n, err
}
