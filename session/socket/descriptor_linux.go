package socket

import "golang.org/x/sys/unix"

const unblocked = unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK

// open makes a socket that no child inherits and that never keeps a thread waiting.
func open() (int, error) { return unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unblocked, 0) }

// acceptOne accepts who has connected, as [open] makes a socket. The error is EAGAIN where
// nobody has.
func acceptOne(listening int) (int, error) {
	fd, _, err := unix.Accept4(listening, unblocked)
	return fd, err
}
