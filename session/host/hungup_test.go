package host_test

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/wire"
)

// hungUpConn is the host's end of a connection to a viewer that asks for a screen and for the end of
// the session, and hangs up before it takes the screen. Sending fails, but the viewer's last message
// can be received until the host closes its own end.
type hungUpConn struct {
	attached bool
	asked    bool
	failed   chan struct{} // closed when sending has failed
	closed   chan struct{}
	fail     sync.Once
	shut     sync.Once
}

func (c *hungUpConn) Send(wire.Message) error {
	c.fail.Do(func() { close(c.failed) })
	return fmt.Errorf("send: %w", syscall.EPIPE)
}

func (c *hungUpConn) Receive() (wire.Message, error) {
	switch {
	case !c.attached:
		c.attached = true
		return wire.Attach{Size: session.Size{Rows: 5, Cols: 20}}, nil
	case c.asked:
		return nil, io.EOF
	}
	c.asked = true
	<-c.failed
	select {
	case <-c.closed: // unread messages are lost
		return nil, io.EOF
	case <-time.After(100 * time.Millisecond):
		return wire.End{Forget: true}, nil
	}
}

func (c *hungUpConn) Close() error {
	c.shut.Do(func() { close(c.closed) })
	return nil
}

// A request to end a session is carried out although the client has hung up, even if the host was
// just sending it something.
func TestTheEndIsReceivedFromAViewerThatHungUp(t *testing.T) {
	h, err := host.Start(specOf(sh("while read x; do :; done")...), host.Options{Grace: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { h.End(); <-h.Done() }()
	c := &hungUpConn{failed: make(chan struct{}), closed: make(chan struct{})}
	if err := h.Serve(c); err != nil && !errors.Is(err, host.ErrEnded) {
		t.Error(err)
	}
	select {
	case <-h.Done():
	case <-time.After(patience):
		t.Error("the session is still running")
	}
}
