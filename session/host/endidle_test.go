package host_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"dormer/session/host"
	"dormer/session/wire"
)

// endsIdle types a text and then asks the host to end its session if it has been idle for an hour. It
// reports whether the session ends.
func endsIdle(t *testing.T, h *host.Host, typed string) bool {
	t.Helper()
	conn := connect(t, h)
	list := []wire.Message{wire.EndIdle{After: time.Hour}}
	if typed != "" {
		list = append([]wire.Message{wire.Input{Data: []byte(typed)}}, list...)
	}
	for _, m := range list {
		if err := conn.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	for {
		m, err := conn.Receive()
		if errors.Is(err, io.EOF) || errors.Is(err, wire.ErrClosed) {
			return true
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, goesOn := m.(wire.InfoReply); goesOn {
			return false
		}
	}
}

// S4-18: the host ends a session as idle only if it is idle at that moment: not if somebody has just
// typed, even where nothing shows it, and not if it has printed.
func TestOnlyAnIdleSessionIsEndedAsIdle(t *testing.T) {
	s := open(t, sh(`stty -echo; echo ready; while read x; do echo $x; done`)...)
	s.Shows("ready")
	if endsIdle(t, s.host, "") {
		t.Fatal("ended although it has just started")
	}
	host.WasIdle(s.host, 2*time.Hour)
	if endsIdle(t, s.host, "unseen") {
		t.Fatal("ended although somebody has typed")
	}
	s.Input([]byte("\n"))
	s.Shows("unseen")
	host.WasIdle(s.host, 2*time.Hour)
	s.Input([]byte("seen\n"))
	s.Shows("\nseen")
	host.ForgetInput(s.host)
	if endsIdle(t, s.host, "") {
		t.Fatal("ended although it has printed")
	}
	host.WasIdle(s.host, 2*time.Hour)
	if !endsIdle(t, s.host, "") {
		t.Error("not ended although it is idle")
	}
}
