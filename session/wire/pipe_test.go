package wire

import (
	"errors"
	"io"
	"sync"
	"testing"
)

func TestPipeKeepsOrderBothWays(t *testing.T) {
	a, b := Pipe()
	const n = 1000
	var wg sync.WaitGroup
	for _, c := range []Conn{a, b} {
		wg.Go(func() {
			for i := range n {
				if err := c.Send(Ack{Seq: uint64(i)}); err != nil {
					t.Errorf("send %d: %v", i, err)
					return
				}
			}
		})
		wg.Go(func() {
			for i := range n {
				m, err := c.Receive()
				if err != nil || m != (Ack{Seq: uint64(i)}) {
					t.Errorf("receive %d: got %v, %v", i, m, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestPipeDrainsAfterClose(t *testing.T) {
	for name, closer := range map[string]func(a, b Conn) error{
		"sender closes":   func(a, _ Conn) error { return a.Close() },
		"receiver closes": func(_, b Conn) error { return b.Close() },
		"both close": func(a, b Conn) error {
			return errors.Join(a.Close(), b.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := Pipe()
			for i := range 3 {
				if err := a.Send(Ack{Seq: uint64(i)}); err != nil {
					t.Fatal(err)
				}
			}
			if err := closer(a, b); err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				if m, err := b.Receive(); err != nil || m != (Ack{Seq: uint64(i)}) {
					t.Fatalf("receive %d after close: got %v, %v", i, m, err)
				}
			}
			if _, err := b.Receive(); !errors.Is(err, io.EOF) {
				t.Errorf("drained pipe: got %v, want EOF", err)
			}
			if _, err := a.Receive(); !errors.Is(err, io.EOF) {
				t.Errorf("other direction: got %v, want EOF", err)
			}
			for _, c := range []Conn{a, b} {
				if err := c.Send(Bell{}); !errors.Is(err, ErrClosed) {
					t.Errorf("send after close: got %v, want ErrClosed", err)
				}
			}
		})
	}
}

func TestPipeCloseWakesWaiters(t *testing.T) {
	a, b := Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			if err := a.Send(Bell{}); err != nil {
				return // the pipe was full and nobody received
			}
		}
	})
	wg.Go(func() {
		if _, err := a.Receive(); !errors.Is(err, io.EOF) {
			t.Errorf("waiting receive: got %v, want EOF", err)
		}
	})
	if _, err := b.Receive(); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}
