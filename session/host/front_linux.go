package host

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
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
	var buf [unix.PathMax]byte // as much as a program's path has at most
	if first, _, _ := bytes.Cut(beginning(dir+"/cmdline", buf[:]), []byte{0}); len(first) > 0 {
		return string(first)
	}
	return string(bytes.TrimSpace(beginning(dir+"/comm", buf[:])))
}

// beginning is what a file of proc(5) begins with, as far as buf holds it; empty where
// there is none. The kernel makes it at once: it is read as package rawio reads.
func beginning(file string, buf []byte) []byte {
	path := append(make([]byte, 0, 64), file...)
	path = append(path, 0)
	at := unix.AT_FDCWD
	fd, _, errno := syscall.RawSyscall6(unix.SYS_OPENAT, uintptr(at),
		uintptr(unsafe.Pointer(&path[0])), unix.O_RDONLY|unix.O_CLOEXEC, 0, 0, 0)
	if errno != 0 {
		return nil
	}
	n, err := rawio.Read(int(fd), buf)
	_, _, _ = syscall.RawSyscall(unix.SYS_CLOSE, fd, 0, 0) // nothing was written
	if err != nil {
		return nil
	}
	return buf[:n]
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
