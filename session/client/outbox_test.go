package client

import (
	"fmt"
	"testing"

	"dormer/session"
	"dormer/session/wire"
)

// sendable returns a summary of what an outbox would send now.
func sendable(o *outbox) []string {
	var got []string
	for {
		o.mu.Lock()
		m := o.take()
		o.mu.Unlock()
		switch m := m.(type) {
		case nil:
			return got
		case wire.Input:
			got = append(got, fmt.Sprintf("input %.9s", m.Data))
		case wire.Paste:
			got = append(got, fmt.Sprintf("paste %d more=%v", len(m.Data), m.More))
		case wire.Resize:
			got = append(got, fmt.Sprintf("resize %d", m.Size.Rows))
		default:
			got = append(got, fmt.Sprintf("%T", m))
		}
	}
}

func expect(t *testing.T, o *outbox, want ...string) {
	t.Helper()
	if got := sendable(o); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOutboxOrder(t *testing.T) {
	o := newOutbox()
	o.typed([]byte("ab"))
	o.typed([]byte("c"))
	o.paste([]byte("12345"), true)
	o.paste(nil, false)
	o.typed([]byte("d"))
	o.setSize(session.Size{Rows: 5})
	o.setSize(session.Size{Rows: 6})
	o.send(wire.End{})
	expect(t, o, "wire.End", "resize 6", "input abc", "paste 5 more=true", "paste 0 more=false", "input d")
}

// Input stops at the window; other messages do not.
func TestOutboxWindow(t *testing.T) {
	o := newOutbox()
	o.paste(make([]byte, wire.InputWindow+10), false)
	o.typed([]byte("after"))
	sent := 0
	for range wire.InputWindow / partSize {
		sent += partSize
	}
	if got := sendable(o); len(got) != sent/partSize || got[0] != "paste 32768 more=true" {
		t.Errorf("got %v", got)
	}
	if !(o.held > o.room) {
		t.Error("not busy although input waits")
	}
	o.send(wire.Signal{Number: 2})
	expect(t, o, "wire.Signal")
	o.taken(4)
	expect(t, o, "paste 4 more=true")
	o.taken(1 << 40) // a host that reports too much gets no more than the window
	expect(t, o, "paste 6 more=false", "input after")
	if o.room > wire.InputWindow || (o.held > o.room) {
		t.Errorf("room %d, busy %v", o.room, (o.held > o.room))
	}
}

func TestOutboxRefusesTooMuchInput(t *testing.T) {
	o := newOutbox()
	big := make([]byte, maxHeld-10)
	if !o.paste(big, true) {
		t.Error("refused input that fits")
	}
	if o.typed(make([]byte, 11)) {
		t.Error("accepted too much typing")
	}
	if o.paste(make([]byte, 11), false) {
		t.Error("accepted too much of a paste")
	}
	if o.held != len(big) {
		t.Errorf("holds %d bytes, want %d", o.held, len(big))
	}
	last := ""
	for o.room = wire.InputWindow; len(o.input) > 0; o.taken(wire.InputWindow) {
		got := sendable(o)
		last = got[len(got)-1]
	}
	if last != "paste 0 more=false" {
		t.Errorf("the paste ends with %q, want its end", last)
	}
}

func TestOutboxDoesNotShareMemory(t *testing.T) {
	o := newOutbox()
	b := []byte("typed")
	o.typed(b)
	copy(b, "XXXXX")
	if m, _ := o.next(); string(m.(wire.Input).Data) != "typed" {
		t.Errorf("got %v", m)
	}
}
