package launch

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"dormer/session/socket"
	"dormer/session/wire"
)

// leavingConn is a connection to a host that ends before it reads the request.
type leavingConn struct{ err error }

func (c leavingConn) Send(wire.Message) error      { return c.err }
func (leavingConn) Receive() (wire.Message, error) { return nil, io.EOF }
func (leavingConn) Close() error                   { return nil }

func TestHostThatEndsBeforeItReadsTheRequest(t *testing.T) {
	for err, gone := range map[error]bool{
		nil:                true,
		syscall.EPIPE:      true,
		syscall.ECONNRESET: true,
		syscall.ENOBUFS:    false,
	} {
		conn := leavingConn{err}
		if err != nil {
			conn.err = &net.OpError{Op: "write", Err: err}
		}
		got := new(Provider).converse(t.Context(), "tests", conn, wire.Info{}, time.Minute, func(wire.Message) (bool, error) { return true, nil })
		if errors.Is(got, socket.ErrGone) != gone || got == nil {
			t.Errorf("%v: got %v", err, got)
		}
	}
}
