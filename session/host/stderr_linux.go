package host

import "golang.org/x/sys/unix"

// becomeStderr makes a descriptor the standard error of this process.
func becomeStderr(fd int) error { return unix.Dup3(fd, unix.Stderr, 0) }
