package socket

import (
	"errors"
	"io"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
	"dormer/session/wire"
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

// trust takes over the connection, or closes it where the other side is not a process
// of this user.
func trust(c *net.UnixConn) (peerConn, error) {
	uid, err := peerOf(c)
	if err == nil && uid != user() {
		err = errForeignUser
	}
	if err != nil {
		_ = c.Close() // err says why
		return peerConn{}, err
	}
	return takeOver(c)
}

func peerOf(c *net.UnixConn) (uid int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	failed := raw.Control(func(fd uintptr) { uid, err = peerUser(int(fd)) })
	return uid, errors.Join(err, failed)
}

// takeOver takes the descriptor of a connection over, which takes two for a moment and
// one more for good. Where none are left it waits for some, as long as anybody waits
// for an answer here: until then the connection is as one that was not accepted yet.
func takeOver(c *net.UnixConn) (peerConn, error) {
	defer func() { _ = c.Close() }() // what was taken over is a duplicate
	for end := time.Now().Add(wire.HandshakeTime); ; {
		taken, err := duplicate(c)
		if err == nil {
			return peerConn{taken}, nil
		}
		if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) || time.Now().After(end) {
			return peerConn{}, err
		}
		time.Sleep(acceptPause)
	}
}

func duplicate(c *net.UnixConn) (*rawio.Conn, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	var fd int
	closed := raw.Control(func(of uintptr) { fd, err = unix.FcntlInt(of, unix.F_DUPFD_CLOEXEC, 0) })
	if err = errors.Join(err, closed); err != nil {
		return nil, err
	}
	return rawio.New(fd, "connection")
}
