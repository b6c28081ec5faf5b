package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"syscall"
	"time"

	"dormer/session/socket"
	"dormer/session/wire"
)

// Info asks a host, by its name, about its session. Hosts of every version answer.
func (p *Provider) Info(ctx context.Context, name string) (wire.InfoReply, error) {
	var info wire.InfoReply
	err := p.ask(ctx, name, wire.Info{}, wire.HandshakeTime, func(m wire.Message) (more bool, err error) {
		var ok bool
		info, ok = m.(wire.InfoReply)
		return !ok, nil
	})
	return info, err
}

// Capture writes a session's screen as text. Hosts of every version answer.
func (p *Provider) Capture(ctx context.Context, name string, q wire.Capture, w io.Writer) error {
	return p.ask(ctx, name, q, captureTime, func(m wire.Message) (more bool, err error) {
		part, ok := m.(wire.CaptureReply)
		if !ok {
			return true, nil
		}
		_, err = io.WriteString(w, part.Text)
		return part.More, err
	})
}

// captureTime limits a capture: a long history comes in many parts, and its reader may be slow.
const captureTime = 5 * time.Minute

// End ends a session and waits until nothing of it runs; if forget is set, until its files are
// removed too. Hosts of every version support it. The error is [context.DeadlineExceeded] if the
// host was asked and the session has not ended in time.
func (p *Provider) End(ctx context.Context, name string, forget bool) error {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err == nil {
		err = p.converse(ctx, name, conn, wire.End{Forget: forget}, endTime, func(wire.Message) (more bool, err error) { return true, nil })
		if errors.Is(err, socket.ErrSilent) { // it has just answered
			err = fmt.Errorf("end %s: it has been told to end but takes long: %w", name, context.DeadlineExceeded)
		}
	}
	if errors.Is(err, socket.ErrGone) {
		return nil
	}
	return err
}

// EndIdle ends a session if it is idle at that moment: see [wire.EndIdle]. It reports whether the
// session has ended because of this. Hosts of earlier versions end nothing and do not answer.
func (p *Provider) EndIdle(ctx context.Context, name string, after time.Duration) (ended bool, err error) {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return false, err
	}
	err = p.converse(ctx, name, conn, wire.EndIdle{After: after}, endTime, func(m wire.Message) (more bool, err error) {
		_, goesOn := m.(wire.InfoReply)
		return !goesOn, nil
	})
	if errors.Is(err, socket.ErrGone) {
		return true, nil
	}
	return false, err
}

// endTime is the longest time for the end of a session: its processes get their grace, and then are
// killed.
const endTime = 30 * time.Second

// SetDeadline sets the time at which a session ends automatically; the zero time removes it.
func (p *Provider) SetDeadline(ctx context.Context, name string, at time.Time) error {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return err
	}
	// The answer to the next question shows that the deadline has been set.
	return errors.Join(conn.Send(wire.EndsAt(at, time.Now())), p.converse(ctx, name, conn, wire.Info{}, wire.HandshakeTime, func(m wire.Message) (bool, error) {
		_, ok := m.(wire.InfoReply)
		return !ok, nil
	}))
}

// ask connects to a host and sends it a question.
func (p *Provider) ask(ctx context.Context, name string, q wire.Message, limit time.Duration, take func(wire.Message) (more bool, err error)) error {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return err
	}
	return p.converse(ctx, name, conn, q, limit, take)
}

// converse sends a question and receives answers as long as take asks for more. It closes the
// connection. If the host takes longer than limit the error is [socket.ErrSilent], if it ends
// [socket.ErrGone].
func (p *Provider) converse(ctx context.Context, name string, conn wire.Conn, q wire.Message, limit time.Duration, take func(wire.Message) (more bool, err error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // wakes the receiver
	defer stop()
	err := conn.Send(q)
	for more := true; more && err == nil; {
		var m wire.Message
		if m, err = conn.Receive(); err == nil {
			more, err = take(m)
		}
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = socket.ErrSilent
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, io.EOF), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET):
		err = socket.ErrGone
	}
	_ = conn.Close() // err is reported
	if err != nil {
		return fmt.Errorf("ask %s: %w", name, err)
	}
	return nil
}

// Output writes the output of a session's last command to w, as text; of a running command, the
// output so far. It returns the command, and false if the shell has marked none (OSC 133).
func (p *Provider) Output(ctx context.Context, name string, w io.Writer) (c wire.Command, found bool, err error) {
	const lastCommand, output = 1, 2
	var last []wire.Command
	q := wire.Commands{Tag: lastCommand, Range: wire.Range{End: math.MaxUint64}, Last: true, Ran: true, Max: 1}
	err = p.ask(ctx, name, q, wire.HandshakeTime, func(m wire.Message) (more bool, err error) {
		r, ok := m.(wire.CommandsReply)
		last = r.Commands
		return !ok, nil
	})
	if err != nil || len(last) == 0 || !last[0].Parts.Has(wire.HasOutput) {
		return c, false, err
	}
	c = last[0]
	if !c.Output.Before(c.End) {
		return c, true, nil // it printed nothing
	}
	return c, true, p.ask(ctx, name, wire.Copy{Tag: output, First: c.Output, End: c.End}, captureTime, func(m wire.Message) (more bool, err error) {
		return copyPart(m, w)
	})
}

// Text copies the session's text to w, wrapped lines in one piece: its history and screen from a
// position on, up to end if that is not nil.
func (p *Provider) Text(ctx context.Context, name string, from wire.Position, end *wire.Position, w io.Writer) error {
	q := wire.Copy{Tag: 1, First: from, End: wire.Position{Line: math.MaxUint64}}
	if end != nil {
		q.End = *end
	}
	return p.ask(ctx, name, q, captureTime, func(m wire.Message) (more bool, err error) { return copyPart(m, w) })
}

// Bookmark makes a host remember the line of the cursor, or returns the position of a line that it
// remembers: see [wire.Bookmark].
func (p *Provider) Bookmark(ctx context.Context, name string, number uint64) (m wire.BookmarkReply, err error) {
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return m, err
	}
	// A host that does not know the question skips it and answers only the other one.
	err = errors.Join(conn.Send(wire.Bookmark{Number: number}), p.converse(ctx, name, conn, wire.Info{}, wire.HandshakeTime, func(answer wire.Message) (more bool, err error) {
		switch answer := answer.(type) {
		case wire.BookmarkReply:
			m = answer
			return false, nil
		case wire.InfoReply:
			return false, ErrCannotWatch
		}
		return true, nil
	}))
	return m, err
}

// copyPart writes a part of the copied text.
func copyPart(m wire.Message, w io.Writer) (more bool, err error) {
	part, ok := m.(wire.CopyReply)
	if !ok {
		return true, nil
	}
	_, err = io.WriteString(w, part.Text)
	return part.More, err
}
