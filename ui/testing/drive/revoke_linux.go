package drive

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Revoke hangs the terminal up for every process that has it open (TIOCVHANGUP of ioctl_tty(2),
// as vhangup(2) does), though the terminal still exists: reads then return end of file and
// writes fail. Only root may do this; otherwise the test is skipped.
func (p *Program) Revoke(t testing.TB) {
	t.Helper()
	err := unix.IoctlSetInt(int(p.slave.Fd()), unix.TIOCVHANGUP, 0)
	if err != nil {
		t.Skip("revoke the terminal:", err)
	}
}
