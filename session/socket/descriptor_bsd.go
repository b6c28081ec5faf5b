//go:build darwin || freebsd

package socket

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// open makes a socket that no child inherits and that never keeps a thread waiting.
func open() (int, error) {
	return unblocked(func() (int, error) { return unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0) })
}

// acceptOne accepts who has connected, as [open] makes a socket. The error is EAGAIN where
// nobody has.
func acceptOne(listening int) (int, error) {
	return unblocked(func() (int, error) {
		fd, _, err := unix.Accept(listening)
		return fd, err
	})
}

// unblocked makes a descriptor what it is to be while no child can be started: a system
// may lack the calls that do both in one.
func unblocked(made func() (int, error)) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := made()
	if err != nil {
		return 0, err
	}
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil {
		_ = unix.Close(fd) // err says why
		return 0, err
	}
	return fd, nil
}
