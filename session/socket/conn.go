package socket

import (
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/nonblock"
)

// errForeignUser is returned if the other side is a process of another user.
var errForeignUser = errors.New("the other side is a process of another user")

// user returns the user whose processes are trusted.
var user = os.Getuid

// Conn is a connection to a process of this user. Its deadlines are those of [os.File].
type Conn interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
}

// peerConn is a connection to a process of this user. If that process ends, the stream ends, even
// if it has not read everything.
type peerConn struct {
	*net.UnixConn
	raw syscall.RawConn
}

// Read reads available data; the error is [io.EOF] when the other side has ended.
func (c peerConn) Read(b []byte) (int, error) {
	var n int
	var err error
	closed := c.raw.Read(func(fd uintptr) bool {
		n, err = nonblock.Read(int(fd), b)
		return !errors.Is(err, unix.EAGAIN)
	})
	switch {
	case closed != nil:
		return 0, closed
	case n == 0 && err == nil && len(b) > 0, errors.Is(err, unix.ECONNRESET):
		return 0, io.EOF
	}
	return n, err
}

// WriteNow writes as much of b as there is room for, and returns the number of bytes written.
func (c peerConn) WriteNow(b []byte) (int, error) {
	return nonblock.WriteNow(c.raw, b)
}

// checkedConn returns the connection, or closes it if the other side is not a process of this user.
func checkedConn(c *net.UnixConn) (peerConn, error) {
	raw, err := c.SyscallConn()
	if err == nil {
		err = checkPeer(raw)
	}
	if err != nil {
		_ = c.Close() // err has the reason
		return peerConn{}, err
	}
	return peerConn{UnixConn: c, raw: raw}, nil
}

// checkPeer returns an error unless the process on the other side belongs to this user.
func checkPeer(raw syscall.RawConn) error {
	var uid int
	var err error
	if closed := raw.Control(func(fd uintptr) { uid, err = peerUser(int(fd)) }); closed != nil {
		return closed
	}
	if err == nil && uid != user() {
		return errForeignUser
	}
	return err
}
