package host

import "golang.org/x/sys/unix"

// getModes is the request for a terminal's modes (tcgetattr).
const getModes = unix.TCGETS
