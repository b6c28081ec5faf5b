package host

import (
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cwd finds the working directory of one process, as often as a frame is built: the
// kernel answers at once, so it is asked as package rawio asks.
type cwd struct {
	link []byte // ends with a NUL
	path []byte
}

func newCwd(pid int) *cwd {
	return &cwd{
		link: []byte("/proc/" + strconv.Itoa(pid) + "/cwd\x00"),
		path: make([]byte, unix.PathMax),
	}
}

// read returns the path, empty where it cannot be seen. It holds until the next call.
func (c *cwd) read() []byte {
	at := unix.AT_FDCWD
	n, _, errno := syscall.RawSyscall6(unix.SYS_READLINKAT, uintptr(at),
		uintptr(unsafe.Pointer(&c.link[0])), uintptr(unsafe.Pointer(&c.path[0])), uintptr(len(c.path)), 0, 0)
	if errno != 0 {
		return nil
	}
	return c.path[:n]
}
