//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package screen

import "golang.org/x/sys/unix"

const (
	flushRead  = 1 // FREAD of sys/file.h
	flushWrite = 2 // FWRITE
)

// flushInput drops what was typed or answered and not read yet (tcflush).
func flushInput(fd int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, flushRead) }

// flushOutput drops what was written and not shown yet (tcflush).
func flushOutput(fd int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, flushWrite) }
