package nonblock

import (
	"syscall"
	"unsafe"
)

// Read reads up to len(b) bytes: read(2). The descriptor must be non-blocking; the error is
// [syscall.EAGAIN] if there is nothing to read. At the end of the file it returns 0, nil.
func Read(fd int, b []byte) (int, error) { return call(syscall.SYS_READ, fd, b) }

// Write writes as much of b as there is room for: write(2). The descriptor must be non-blocking;
// the error is [syscall.EAGAIN] if there is no room.
func Write(fd int, b []byte) (int, error) { return call(syscall.SYS_WRITE, fd, b) }

func call(number uintptr, fd int, b []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(number, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
		switch errno {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		default:
			return 0, errno
		}
	}
}
