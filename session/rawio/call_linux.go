package rawio

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func read(fd int, p []byte) (int, syscall.Errno) {
	return call(syscall.SYS_READ, fd, p)
}

func write(fd int, p []byte) (int, syscall.Errno) {
	return call(syscall.SYS_WRITE, fd, p)
}

// polled reports whether there is something to read from any of fds.
func polled(fds []unix.PollFd) bool {
	var now unix.Timespec
	n, _, errno := syscall.RawSyscall6(unix.SYS_PPOLL,
		uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)), uintptr(unsafe.Pointer(&now)), 0, 0, 0)
	return errno != 0 || n > 0
}

func call(number uintptr, fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(number, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}
