//go:build unix && !linux

package rawio

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

func read(fd int, p []byte) (int, syscall.Errno) {
	n, err := syscall.Read(fd, p)
	return numbered(n, err)
}

func write(fd int, p []byte) (int, syscall.Errno) {
	n, err := syscall.Write(fd, p)
	return numbered(n, err)
}

// polled reports whether there is something to read from any of fds.
func polled(fds []unix.PollFd) bool {
	n, err := unix.Poll(fds, 0)
	return err != nil || n > 0
}

// numbered is the result of a call as the kernel gives it.
func numbered(n int, err error) (int, syscall.Errno) {
	var errno syscall.Errno
	if err != nil && !errors.As(err, &errno) {
		errno = syscall.EIO
	}
	return max(n, 0), errno
}
