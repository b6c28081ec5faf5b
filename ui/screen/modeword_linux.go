package screen

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// ccs is the number of control characters in libc's termios; the kernel has fewer.
const ccs = 32

// modeWord returns the modes of a terminal as `stty -g` prints them and `stty` takes them:
// input, output, control and local modes, then the control characters, in hexadecimal. It
// is empty if fd is not a terminal.
func modeWord(fd int) string {
	m, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		return ""
	}
	word := strconv.AppendUint(nil, uint64(m.Iflag), 16)
	for _, flags := range []uint32{m.Oflag, m.Cflag, m.Lflag} {
		word = strconv.AppendUint(append(word, ':'), uint64(flags), 16)
	}
	for i := range ccs {
		var c uint8
		if i < len(m.Cc) {
			c = m.Cc[i]
		}
		word = strconv.AppendUint(append(word, ':'), uint64(c), 16)
	}
	return string(word)
}
