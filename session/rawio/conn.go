package rawio

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Conn is a descriptor that does not block, such as that of a terminal. One goroutine
// reads at a time, and one waits to write; the other methods may be called from any.
type Conn struct {
	file *os.File
	raw  syscall.RawConn
}

// New takes over a descriptor, which nobody else closes from now on. On an error it is
// closed. What cannot be waited for (a file on a disk) is an error.
func New(fd int, name string) (*Conn, error) {
	err := syscall.SetNonblock(fd, true)
	file := os.NewFile(uintptr(fd), name)
	if err == nil && file != nil {
		err = file.SetReadDeadline(time.Time{}) // what cannot be polled has none
	}
	if err != nil || file == nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	return &Conn{file: file, raw: raw}, nil
}

// Await calls f with the descriptor until it reports true; after it has reported
// false, not before there is something new to read. f reads all there is, or reports
// true. The error is that of waiting: the descriptor was closed.
func (c *Conn) Await(f func(fd int) bool) error {
	return c.raw.Read(func(fd uintptr) bool { return f(int(fd)) })
}

// Control calls f with the descriptor, which stays open meanwhile. The error says that
// it is closed.
func (c *Conn) Control(f func(fd int)) error {
	return c.raw.Control(func(fd uintptr) { f(int(fd)) })
}

// WriteNow writes as much of p as there is room for, and returns how much that was.
func (c *Conn) WriteNow(p []byte) (n int, err error) {
	closed := c.Control(func(fd int) { n, err = Write(fd, p) })
	switch {
	case closed != nil:
		return 0, closed
	case errors.Is(err, syscall.EAGAIN):
		return n, nil
	}
	return n, err
}

// Write writes all of p, waiting for room. Of what it could not write it says how much
// was written.
func (c *Conn) Write(p []byte) (int, error) { return WriteWait(c.raw, p) }

// Close closes the descriptor and ends all waiting for it.
func (c *Conn) Close() error { return c.file.Close() }
