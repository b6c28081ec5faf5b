package rawio

import (
	"io"
	"syscall"
)

// Read reads once from fd what there is, as far as p holds it. The error is
// [syscall.EAGAIN] where there is nothing yet, io.EOF at the end, or what the kernel
// says; interruptions are none.
func Read(fd int, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		n, errno := read(fd, p)
		switch {
		case errno == syscall.EINTR:
		case errno != 0:
			return 0, errno
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// Write writes to fd what there is room for. The error is [syscall.EAGAIN] where
// there is none, or what the kernel says; interruptions are none.
func Write(fd int, p []byte) (int, error) {
	for {
		n, errno := write(fd, p)
		switch errno {
		case syscall.EINTR:
		case 0:
			return n, nil
		default:
			return 0, errno
		}
	}
}
