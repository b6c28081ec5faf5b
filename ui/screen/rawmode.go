package screen

import "golang.org/x/sys/unix"

// resetRawMode resets a terminal that is in raw mode to modes that are usable in a shell, before the
// modes are saved. A killed program may have left it in raw mode, and restoring that at the
// end would leave the user without echo and line ends (termios(4)).
func resetRawMode(fd int) {
	modes, err := unix.IoctlGetTermios(fd, getModes)
	const raw = unix.ICANON | unix.ECHO | unix.ISIG
	if err != nil || modes.Lflag&raw != 0 || modes.Oflag&unix.OPOST != 0 {
		return
	}
	modes.Iflag |= unix.BRKINT | unix.ICRNL | unix.IXON
	modes.Oflag |= unix.OPOST | unix.ONLCR
	modes.Lflag |= unix.ICANON | unix.ECHO | unix.ISIG | unix.IEXTEN
	_ = unix.IoctlSetTermios(fd, setModes, modes)
}
