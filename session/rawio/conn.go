package rawio

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Conn is a descriptor that does not block, such as that of a terminal or a socket. One goroutine
// reads at a time, and one waits to write; the other methods may be called from any.
type Conn struct {
	*Waiter
	file *os.File
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
	return &Conn{Waiter: NewWaiter(raw), file: file}, nil
}

// SetReadDeadline has waiting for something to read end at a time with
// [os.ErrDeadlineExceeded]; the zero time is none.
func (c *Conn) SetReadDeadline(at time.Time) error { return c.file.SetReadDeadline(at) }

// SetWriteDeadline is [Conn.SetReadDeadline] of waiting for room.
func (c *Conn) SetWriteDeadline(at time.Time) error { return c.file.SetWriteDeadline(at) }

// Close closes the descriptor and ends all waiting for it.
func (c *Conn) Close() error { return c.file.Close() }
