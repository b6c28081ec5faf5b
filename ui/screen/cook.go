package screen

import "golang.org/x/sys/unix"

// cook resets a terminal in raw mode to modes that a shell can be used in, before it is
// taken. A program that was killed may have left it so, and restoring those modes at the
// end would leave the user a terminal without echo and line ends (termios(4)).
func cook(fd int) {
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
