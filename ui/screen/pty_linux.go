package screen

import "golang.org/x/sys/unix"

// The device numbers of pseudo-terminals: UNIX98_PTY_SLAVE_MAJOR, admin-guide/devices.
const (
	firstPTYMajor = 136
	lastPTYMajor  = 143
)

// isPTY reports whether a terminal is a pseudo-terminal: one that some program shows.
func isPTY(fd int) bool {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return false
	}
	major := unix.Major(st.Rdev)
	return st.Mode&unix.S_IFMT == unix.S_IFCHR && major >= firstPTYMajor && major <= lastPTYMajor
}
