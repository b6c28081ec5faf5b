package socket

import (
	"errors"
	"io"
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
type peerConn struct{ *rawio.Conn }

// Read reads what has come; the error is [io.EOF] when the other side is gone.
func (c peerConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if errors.Is(err, syscall.ECONNRESET) {
		err = io.EOF
	}
	return n, err
}

// trust returns the connection, or closes it where the other side is not a process
// of this user.
func trust(c *rawio.Conn) (peerConn, error) {
	var uid int
	var err error
	closed := c.Control(func(fd int) { uid, err = peerUser(fd) })
	err = errors.Join(err, closed)
	if err == nil && uid != user() {
		err = errForeignUser
	}
	if err != nil {
		_ = c.Close() // err says why
		return peerConn{}, err
	}
	return peerConn{c}, nil
}
