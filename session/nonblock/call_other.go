//go:build !linux

package nonblock

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Read reads up to len(b) bytes: read(2). The descriptor must be non-blocking; the error is
// [syscall.EAGAIN] if there is nothing to read. At the end of the file it returns 0, nil.
func Read(fd int, b []byte) (int, error) {
	return call(unix.Read, fd, b)
}

// Write writes as much of b as there is room for: write(2). The descriptor must be non-blocking;
// the error is [syscall.EAGAIN] if there is no room.
func Write(fd int, b []byte) (int, error) {
	return call(unix.Write, fd, b)
}

func call(f func(int, []byte) (int, error), fd int, b []byte) (int, error) {
	for {
		n, err := f(fd, b)
		if !errors.Is(err, unix.EINTR) {
			return max(n, 0), err
		}
	}
}
