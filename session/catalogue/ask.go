package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"dormer/session/socket"
	"dormer/session/wire"
)

// Patience is how long a host may take to say what it knows.
const Patience = time.Second

// errBroken says that a host went away instead of answering.
var errBroken = errors.New("the host went away before it answered")

// dial connects to a host for a question.
func (p Places) dial(ctx context.Context, host string) (wire.Conn, wire.Welcome, error) {
	return socket.Dial(ctx, p.Runtime, host, wire.Hello{
		Min: wire.MinProtocol, Max: wire.MaxProtocol, Version: p.Version, Purpose: wire.ToQuery,
	})
}

// info asks a host what it knows of its session. It takes no longer than
// [Patience]; a host that needs more is [socket.ErrSilent].
func (p Places) info(ctx context.Context, host string) (wire.InfoReply, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	type answer struct {
		info wire.InfoReply
		err  error
	}
	got := make(chan answer, 1) // whoever is late speaks to nobody
	go func() {
		var a answer
		a.info, a.err = p.askInfo(ctx, host)
		got <- a
	}()
	select {
	case a := <-got:
		return a.info, a.err
	case <-ctx.Done():
		return wire.InfoReply{}, socket.ErrSilent
	}
}

func (p Places) askInfo(ctx context.Context, host string) (wire.InfoReply, error) {
	conn, _, err := p.dial(ctx, host)
	if err != nil {
		return wire.InfoReply{}, err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })() // wakes whoever waits
	defer func() { _ = conn.Close() }()                         // the answer is all that was wanted
	if err := conn.Send(wire.Info{}); err != nil {
		return wire.InfoReply{}, err
	}
	for {
		m, err := conn.Receive()
		switch {
		case err != nil && ctx.Err() != nil:
			return wire.InfoReply{}, socket.ErrSilent
		case errors.Is(err, io.EOF):
			return wire.InfoReply{}, errBroken
		case err != nil:
			return wire.InfoReply{}, err
		}
		if info, ok := m.(wire.InfoReply); ok {
			return info, nil
		}
	}
}

// Capture writes the text of a session's screen to w as it comes. A host that is
// silent for [Patience] before its first or next part is given up.
func (p Places) Capture(ctx context.Context, host string, q wire.Capture, w io.Writer) error {
	conn, _, err := p.dial(ctx, host)
	if err != nil {
		return err
	}
	silent := time.AfterFunc(Patience, func() { _ = conn.Close() })
	defer silent.Stop()
	defer func() { _ = conn.Close() }() // what was wanted has come, or will not
	if err := conn.Send(q); err != nil {
		return fmt.Errorf("capture: %w", err)
	}
	for {
		m, err := conn.Receive()
		if err != nil {
			return fmt.Errorf("capture: %w", captureLost(err, silent))
		}
		part, ok := m.(wire.CaptureReply)
		if !ok {
			continue
		}
		silent.Stop()
		if _, err := io.WriteString(w, part.Text); err != nil || !part.More {
			return err
		}
		silent.Reset(Patience)
	}
}

// captureLost is why nothing more came: the timer has closed the connection, or
// the host has.
func captureLost(err error, silent *time.Timer) error {
	if !silent.Stop() {
		return socket.ErrSilent
	}
	if errors.Is(err, io.EOF) {
		return errBroken
	}
	return err
}

// End asks a host to end its session and returns when it has: its processes are
// gone. With forget, what is kept of it on disk goes too. A host that is gone
// already is no error; one that does not end before ctx does is the context's.
func (p Places) End(ctx context.Context, host string, forget bool) error {
	conn, _, err := p.dial(ctx, host)
	if errors.Is(err, socket.ErrGone) {
		return nil
	}
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }() // it has ended, or is given up
	if err := conn.Send(wire.End{Forget: forget}); err != nil {
		return fmt.Errorf("end: %w", err)
	}
	for {
		if _, err := conn.Receive(); err == nil {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return nil // the host closes when nothing is left of the session
	}
}
