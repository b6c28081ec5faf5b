package screen

import "golang.org/x/sys/unix"

// flushInput drops input that was not read yet (tcflush).
func flushInput(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH) }

// flushOutput drops output that the terminal has not read yet (tcflush).
func flushOutput(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCOFLUSH) }
