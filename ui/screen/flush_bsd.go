//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package screen

import "golang.org/x/sys/unix"

const (
	flushRead  = 1 // FREAD of sys/file.h
	flushWrite = 2 // FWRITE
)

// flushInput drops input that was not read yet (tcflush).
func flushInput(fd int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, flushRead) }

// flushOutput drops output that the terminal has not read yet (tcflush).
func flushOutput(fd int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, flushWrite) }
