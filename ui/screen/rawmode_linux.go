package screen

import "golang.org/x/sys/unix"

// The requests for a terminal's modes (tcgetattr, tcsetattr).
const (
	getModes = unix.TCGETS
	setModes = unix.TCSETS
)
