package screen

import "golang.org/x/sys/unix"

// cook turns a terminal that is in raw mode before it was taken into one that a
// shell can be used in. A program that was killed left it so, or whoever started
// this one would not have it otherwise: giving it back as it was found would give
// back a terminal in which lines begin where the last one ended and nothing that is
// typed shows (termios(4)).
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
