package rawio

import (
	"errors"
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

// ReadWait waits until there is something to read from c and reads it. Its error is
// that of [Read], but never EAGAIN, or that of waiting: a deadline that passed, a
// descriptor that was closed.
func ReadWait(c syscall.RawConn, p []byte) (n int, err error) {
	waited := c.Read(func(fd uintptr) bool {
		n, err = Read(int(fd), p)
		return !errors.Is(err, syscall.EAGAIN)
	})
	if waited != nil {
		return 0, waited
	}
	return n, err
}

// WriteWait writes all of p to c, waiting for room. Of what it could not write it
// says how much was written.
func WriteWait(c syscall.RawConn, p []byte) (n int, err error) {
	waited := c.Write(func(fd uintptr) bool {
		for err = nil; err == nil && n < len(p); {
			var m int
			m, err = Write(int(fd), p[n:])
			n += m
		}
		return !errors.Is(err, syscall.EAGAIN)
	})
	if waited != nil {
		return n, waited
	}
	return n, err
}
