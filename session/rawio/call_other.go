//go:build unix && !linux

package rawio

import (
	"errors"
	"syscall"
)

func read(fd int, p []byte) (int, syscall.Errno) {
	n, err := syscall.Read(fd, p)
	return numbered(n, err)
}

func write(fd int, p []byte) (int, syscall.Errno) {
	n, err := syscall.Write(fd, p)
	return numbered(n, err)
}

// numbered is the result of a call as the kernel gives it.
func numbered(n int, err error) (int, syscall.Errno) {
	var errno syscall.Errno
	if err != nil && !errors.As(err, &errno) {
		errno = syscall.EIO
	}
	return max(n, 0), errno
}
