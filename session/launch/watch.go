package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"dormer/session/socket"
	"dormer/session/wire"
)

// ErrCannotWatch is returned for a host that is older than [wire.Watch].
var ErrCannotWatch = errors.New("its host is an earlier dormer, which cannot do this: start the session again")

// Watched is a connection on which a host reports events ([wire.Watch]), and the host's first
// report.
type Watched struct {
	wire.Conn
	Info   wire.InfoReply
	Status wire.Status
	// Exited describes how the child ended; nil while it runs.
	Exited *wire.Exited
}

// Watch asks a host, by its name, to report events from now on. When ctx ends the connection is
// closed, which wakes its receiver.
func (p *Provider) Watch(ctx context.Context, name string, q wire.Watch) (*Watched, error) {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return nil, err
	}
	late := time.AfterFunc(wire.HandshakeTime, func() { _ = conn.Close() }) // wakes the receiver
	w := &Watched{Conn: conn}
	err = w.begin(q)
	if !late.Stop() {
		err = socket.ErrSilent
	}
	if err != nil {
		_ = conn.Close() // err is reported
		return nil, fmt.Errorf("watch %s: %w", name, err)
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return w, nil
}

// begin sends the request, and receives the host's first report. A host that does not know the
// request skips it and answers only the other one.
func (w *Watched) begin(q wire.Watch) error {
	err := errors.Join(w.Send(q), w.Send(wire.Info{}))
	for answers, asked, known := 0, 1, false; err == nil && (!known || answers < asked); {
		var m wire.Message
		m, err = w.Receive()
		switch m := m.(type) {
		case wire.InfoReply:
			w.Info = m
			answers++
			if answers == 2 && !known {
				return ErrCannotWatch
			}
			if !known { // earlier questions are answered first
				err = w.Send(wire.Info{})
				asked++
			}
		case wire.Exited:
			w.Exited = &m
		case wire.Status:
			w.Status, known = m, true
		case wire.AgentState:
			w.Info.AgentState = m.Verdict
		}
	}
	if errors.Is(err, io.EOF) {
		return socket.ErrGone
	}
	return err
}

// WatchDirect watches the sessions that live in this process, and each that starts in it until ctx
// ends. told is called for each, in a goroutine of its own.
func (p *Provider) WatchDirect(ctx context.Context, told func(*Watched)) {
	stop := p.local.Follow(func(conn wire.Conn) {
		go func() {
			w := &Watched{Conn: conn}
			if w.begin(wire.Watch{}) != nil { // it has ended
				_ = conn.Close()
				return
			}
			context.AfterFunc(ctx, func() { _ = conn.Close() })
			told(w)
		}()
	})
	context.AfterFunc(ctx, stop)
}
