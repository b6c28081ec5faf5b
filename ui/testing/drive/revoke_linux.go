package drive

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Revoke takes the terminal from whoever has it open (TIOCVHANGUP of ioctl_tty(2), as
// vhangup(2) and revoke(2) do), though it is still there: what is read from it ends,
// what is written to it fails. That is root's to do; the test is skipped where it
// cannot be done.
func (p *Program) Revoke(t testing.TB) {
	t.Helper()
	err := unix.IoctlSetInt(int(p.slave.Fd()), unix.TIOCVHANGUP, 0)
	if err != nil {
		t.Skip("revoke the terminal:", err)
	}
}
