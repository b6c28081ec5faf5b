package host

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// cwd finds the working directory of one process, as often as a frame is built.
type cwd struct {
	link string
	path []byte
}

func newCwd(pid int) *cwd {
	return &cwd{link: "/proc/" + strconv.Itoa(pid) + "/cwd", path: make([]byte, unix.PathMax)}
}

// read returns the path, empty where it cannot be seen. It holds until the next call.
func (c *cwd) read() []byte {
	n, err := unix.Readlink(c.link, c.path)
	if err != nil {
		return nil
	}
	return c.path[:n]
}
