package rawio

import (
	"syscall"
	"unsafe"
)

func read(fd int, p []byte) (int, syscall.Errno) {
	return call(syscall.SYS_READ, fd, p)
}

func write(fd int, p []byte) (int, syscall.Errno) {
	return call(syscall.SYS_WRITE, fd, p)
}

func call(number uintptr, fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(number, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}
