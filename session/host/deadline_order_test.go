package host_test

import (
	"testing"
	"time"

	"dormer/session/host"
	"dormer/session/wire"
)

// says sends a message over a connection and returns the host's state after it.
func says(t *testing.T, c wire.Conn, m wire.Message) wire.InfoReply {
	t.Helper()
	for _, m := range []wire.Message{m, wire.Info{}} {
		if err := c.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	for {
		m, err := c.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if info, ok := m.(wire.InfoReply); ok {
			return info
		}
	}
}

func connect(t *testing.T, h *host.Host) wire.Conn {
	near, far := wire.Pipe()
	go func() { _ = h.Serve(far) }() // until the connection closes
	t.Cleanup(func() { _ = near.Close() })
	return near
}

// A program closes a session, which sets a deadline, and is killed. Its message arrives after the next
// program has brought the session back: it has no effect. A message sent later counts, and so does one
// of an earlier version, which has no time of sending.
func TestAnOutdatedDeadlineEndsNothing(t *testing.T) {
	s := open(t, sh(`echo ready; while read x; do echo got $x; done`)...)
	s.Shows("ready")
	killed, next := connect(t, s.host), connect(t, s.host)
	now := time.Now()
	closed := wire.EndsAt(now.Add(5*time.Minute), now)
	forgotten := wire.End{Forget: true, Said: closed.Said}
	open := wire.EndsAt(time.Time{}, now)
	if !closed.Said.Before(open.Said) {
		t.Fatalf("sent at %d and %d", closed.Said, open.Said)
	}
	if info := says(t, next, open); !info.Deadline.IsZero() {
		t.Fatalf("an open session has the deadline %v", info.Deadline)
	}
	if info := says(t, killed, closed); !info.Deadline.IsZero() || info.Left != 0 {
		t.Errorf("an outdated message ends the session in %v", info.Left)
	}
	says(t, killed, forgotten)
	s.Input([]byte("this\n"))
	s.Shows("got this")
	for name, m := range map[string]wire.Deadline{
		"a later message":                 wire.EndsAt(now.Add(time.Hour), now),
		"a message of an earlier version": {At: now.Add(time.Hour)},
	} {
		if info := says(t, killed, m); info.Left <= 0 || info.Left > time.Hour {
			t.Errorf("%s leaves %v", name, info.Left)
		}
		// A message that cancels the deadline always counts.
		if info := says(t, next, open); !info.Deadline.IsZero() {
			t.Errorf("%s cannot be cancelled", name)
		}
	}
	if err := killed.Send(wire.End{Forget: true, Said: wire.EndsAt(time.Time{}, now).Said}); err != nil {
		t.Fatal(err)
	}
	s.await(s.host.Done(), "the end that was requested last")
}

// The clock is set between the sending of a message and its arrival: the remaining time counts.
func TestADeadlineSentWhileTheClockIsSet(t *testing.T) {
	s := open(t, sh(`echo ready; read x`)...)
	s.Shows("ready")
	c := connect(t, s.host)
	for _, ahead := range []time.Duration{0, 24 * time.Hour, -24 * time.Hour, -50 * 365 * 24 * time.Hour} {
		now := time.Now()
		m := wire.EndsAt(now.Add(5*time.Minute), now)
		m.At = m.At.Add(-ahead) // as if the clock had been set ahead after the sending
		info := says(t, c, m)
		if info.Left > 5*time.Minute || info.Left < 4*time.Minute {
			t.Errorf("the clock is set by %v: %v left", ahead, info.Left)
		}
		if left := time.Until(info.Deadline); left > 5*time.Minute || left < 4*time.Minute {
			t.Errorf("the clock is set by %v: others are told %v left", ahead, left)
		}
		if left := info.Ends(now).Sub(now); left != info.Left {
			t.Errorf("Ends is in %v, want %v", left, info.Left)
		}
	}
}
