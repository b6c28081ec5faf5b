package host

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// groupInFront is the process group that reads the keys of a terminal, 0 for none:
// TIOCGPGRP, ioctl_tty(2). Frames ask for it, and the kernel answers at once, so it is
// asked as package rawio asks.
func groupInFront(fd int) int {
	var group int32
	_, _, errno := syscall.RawSyscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGPGRP, uintptr(unsafe.Pointer(&group)))
	if errno != 0 {
		return 0
	}
	return int(group)
}

// processCommand is the first argument of a process, or where it has none its name;
// empty where it is gone.
func processCommand(pid int) string {
	dir := "/proc/" + strconv.Itoa(pid)
	if line, err := os.ReadFile(dir + "/cmdline"); err == nil {
		if first, _, _ := bytes.Cut(line, []byte{0}); len(first) > 0 {
			return string(first)
		}
	}
	name, err := os.ReadFile(dir + "/comm")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}

// groupCommand is that of a process group's leader, or, where that has ended before
// the others of a pipeline, of one of the shell's children in the group.
func groupCommand(group, shell int) string {
	if command := processCommand(group); command != "" {
		return command
	}
	dir := "/proc/" + strconv.Itoa(shell)
	children, err := os.ReadFile(dir + "/task/" + strconv.Itoa(shell) + "/children")
	if err != nil {
		return ""
	}
	for _, child := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil {
			continue
		}
		if of, _, alive := parseStat(stat); alive && of == group {
			return processCommand(pid)
		}
	}
	return ""
}
