package wire

import (
	"errors"
	"io"
	"sync"
)

// ErrClosed is the error of Send on a connection that either side has closed.
var ErrClosed = errors.New("connection is closed")

// pipeDepth is the number of messages that one side may send before the other receives one.
const pipeDepth = 16

// Pipe returns the two ends of a connection within one process. Messages sent at one end are
// received at the other, in order. Send blocks while the other end is pipeDepth messages behind.
// Close on either end unblocks both.
//
// Messages are passed on, not copied: the sender must not change their memory afterwards, and the
// receiver owns it.
func Pipe() (a, b Conn) {
	left, right := make(chan Message, pipeDepth), make(chan Message, pipeDepth)
	shut := &pipeCloser{closed: make(chan struct{})}
	return &pipeEnd{out: left, in: right, pipeCloser: shut}, &pipeEnd{out: right, in: left, pipeCloser: shut}
}

// pipeCloser closes both ends of a pipe once.
type pipeCloser struct {
	once   sync.Once
	closed chan struct{}
}

// Close ends the connection for both ends; closing again does nothing.
func (s *pipeCloser) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

type pipeEnd struct {
	out chan<- Message
	in  <-chan Message
	*pipeCloser
}

// Send passes m to the other end, or returns [ErrClosed].
func (e *pipeEnd) Send(m Message) error {
	select {
	case <-e.closed:
		return ErrClosed
	default:
	}
	select {
	case e.out <- m:
		return nil
	case <-e.closed:
		return ErrClosed
	}
}

// Receive returns the next message, or [io.EOF] when the connection is closed and all sent messages
// have been received.
func (e *pipeEnd) Receive() (Message, error) {
	select {
	case m := <-e.in:
		return m, nil
	case <-e.closed:
	}
	select {
	case m := <-e.in:
		return m, nil
	default:
		return nil, io.EOF
	}
}
