//go:build unix

package input

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// terminal is a pipe that is read like a terminal.
type terminal struct {
	t      *testing.T
	in     *os.File
	out    *os.File
	events chan []Event
	done   chan struct{} // closed when err is set
	err    error
	cancel context.CancelFunc
}

func open(t *testing.T, escape time.Duration) *terminal {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	x := &terminal{t: t, in: in, out: out, events: make(chan []Event, 100), done: make(chan struct{}), cancel: cancel}
	go func() {
		defer close(x.done)
		x.err = Read(ctx, out, escape, func(e []Event) { x.events <- e })
	}()
	t.Cleanup(func() {
		cancel()
		<-x.done // before its descriptor's number is reused
		_ = in.Close()
		_ = out.Close()
	})
	return x
}

func (x *terminal) send(s string) {
	x.t.Helper()
	if _, err := io.WriteString(x.in, s); err != nil {
		x.t.Fatal(err)
	}
}

// next waits for the next events.
func (x *terminal) next() string {
	x.t.Helper()
	select {
	case e := <-x.events:
		return show(e)
	case <-time.After(10 * time.Second):
		x.t.Fatal("no event came")
		return ""
	}
}

func (x *terminal) ended() error {
	x.t.Helper()
	select {
	case <-x.done:
		return x.err
	case <-time.After(10 * time.Second):
		x.t.Fatal("reading did not end")
		return nil
	}
}

func TestReadDeliversKeys(t *testing.T) {
	x := open(t, 0)
	x.send("a\x1b[A")
	if got, want := x.next(), "a up"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadTreatsALoneEscapeAsAKey(t *testing.T) {
	x := open(t, time.Millisecond)
	x.send("\x1b")
	if got, want := x.next(), "esc"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadWaitsForTheRestOfASequence(t *testing.T) {
	x := open(t, time.Minute)
	x.send("q\x1b")
	if got, want := x.next(), "q"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	x.send("[A")
	if got, want := x.next(), "up"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadEndsASilentPaste(t *testing.T) {
	x := open(t, 0)
	x.send("\x1b[200~x")
	if got, want := x.next(), `paste"x"firstmore`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := x.next(), `paste""`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	x.send("q")
	if got, want := x.next(), "q"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	x := open(t, 0)
	x.send("a")
	x.next()
	x.cancel()
	if err := x.ended(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	x.send("for the next program")
	got := make([]byte, 100)
	n, err := x.out.Read(got)
	if err != nil || string(got[:n]) != "for the next program" {
		t.Errorf("the next program reads %q, %v", got[:n], err)
	}
}

func TestReadEndsWithItsFile(t *testing.T) {
	x := open(t, time.Minute)
	x.send("a\x1b")
	if err := x.in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.ended(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v, want %v", err, io.EOF)
	}
	got := x.next()
	for len(x.events) > 0 {
		got += " " + x.next()
	}
	if got != "a esc" {
		t.Errorf("got %s, want a esc", got)
	}
}

func TestReadReportsErrors(t *testing.T) {
	f, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	err = Read(t.Context(), f, 0, func([]Event) {})
	if err == nil || errors.Is(err, io.EOF) {
		t.Errorf("reading a directory: got %v, want an error", err)
	}
}
