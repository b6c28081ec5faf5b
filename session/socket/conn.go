package socket

import (
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"dormer/session/rawio"
)

// Conn is a connection to a process of this user. Its deadlines are as those of
// [os.File].
type Conn interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
}

// peerConn is a connection to a process of this user. The end of that process is
// an end of the stream, whether or not it has read everything.
type peerConn struct {
	*net.UnixConn
	waiter *rawio.Waiter
}

// Read reads what has come; the error is [io.EOF] when the other side is gone.
func (c peerConn) Read(b []byte) (int, error) {
	n, err := c.waiter.Read(b)
	if errors.Is(err, syscall.ECONNRESET) {
		err = io.EOF
	}
	return n, err
}

// Write writes all of b.
func (c peerConn) Write(b []byte) (int, error) { return c.waiter.Write(b) }

// WriteNow writes as much of b as there is room for, and returns how much that was.
func (c peerConn) WriteNow(b []byte) (int, error) { return c.waiter.WriteNow(b) }

// trust returns the connection, or closes it where the other side is not a process
// of this user.
func trust(c *net.UnixConn) (peerConn, error) {
	raw, err := c.SyscallConn()
	var uid int
	if err == nil {
		failed := raw.Control(func(fd uintptr) { uid, err = peerUser(int(fd)) })
		err = errors.Join(err, failed)
	}
	if err == nil && uid != user() {
		err = errForeignUser
	}
	if err != nil {
		_ = c.Close() // err says why
		return peerConn{}, err
	}
	return peerConn{c, rawio.NewWaiter(raw)}, nil
}
