package socket

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
)

// backlog is how many may have connected whom nobody has accepted yet, as far as the
// system allows that many.
const backlog = 4096

// dial connects to the socket at a path, at once or not at all. The error is
// ECONNREFUSED where nobody listens, and EAGAIN on Linux where too many wait already:
// unix(7).
func dial(path string) (*rawio.Conn, error) {
	return stream("connect to", path, func(fd int, at unix.Sockaddr) error {
		return uninterrupted(func() error { return unix.Connect(fd, at) })
	})
}

// listen makes a socket at a path, where there may be nothing, and listens there.
func listen(path string) (*rawio.Conn, error) {
	return stream("listen at", path, func(fd int, at unix.Sockaddr) error {
		if err := unix.Bind(fd, at); err != nil {
			return err
		}
		return unix.Listen(fd, backlog)
	})
}

// stream makes a socket what it is to be, and then has the poller know it: what is
// neither connected nor listens looks to that as if it had just ended.
func stream(does, path string, become func(fd int, at unix.Sockaddr) error) (*rawio.Conn, error) {
	fd, err := open()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	if err := become(fd, &unix.SockaddrUnix{Name: path}); err != nil {
		_ = unix.Close(fd) // err says why
		return nil, &fs.PathError{Op: does, Path: path, Err: err}
	}
	return rawio.New(fd, path)
}

// accept waits for somebody to connect. The error is [os.ErrClosed] where the socket was
// closed.
func accept(listening *rawio.Conn) (*rawio.Conn, error) {
	var fd int
	var err error
	if closed := listening.Await(func(listening int) bool {
		err = uninterrupted(func() (failed error) {
			fd, failed = acceptOne(listening)
			return failed
		})
		return !errors.Is(err, syscall.EAGAIN)
	}); closed != nil {
		return nil, os.ErrClosed
	}
	if err != nil {
		return nil, os.NewSyscallError("accept", err)
	}
	return rawio.New(fd, "connection")
}

// uninterrupted calls f again for as long as a signal interrupts it.
func uninterrupted(f func() error) error {
	for {
		if err := f(); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
