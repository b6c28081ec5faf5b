package screen

import "golang.org/x/sys/unix"

// flushInput drops what was typed or answered and not read yet (tcflush).
func flushInput(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH) }

// flushOutput drops what was written and not shown yet (tcflush).
func flushOutput(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCOFLUSH) }
