//go:build unix && !linux

package host

import "golang.org/x/sys/unix"

// groupInFront is the process group that reads the keys of a terminal, 0 for none.
func groupInFront(fd int) int {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	if err != nil {
		return 0
	}
	return group
}

// Here nobody tells what runs in another process.
func processCommand(int) string    { return "" }
func groupCommand(int, int) string { return "" }
