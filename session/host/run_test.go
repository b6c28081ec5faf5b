package host

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// All output of a child is on the screen when its exit is reported.
func TestOutputIsDrainedBeforeTheExitIsReported(t *testing.T) {
	for range 10 {
		h, err := Start(session.Spec{
			ID: uuid.New(), Command: []string{"/bin/sh", "-c", "seq 1 30000; printf END"}, Dir: "/", Env: os.Environ(),
		}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-h.run.reported:
		case <-time.After(time.Minute):
			t.Fatal("the exit is not reported")
		}
		h.mu.Lock()
		var last []byte
		for _, c := range h.term.Row(h.lastRow()) {
			last = h.term.Palette().AppendText(last, c)
		}
		h.mu.Unlock()
		if !strings.HasPrefix(string(last), "END") {
			t.Errorf("the last row is %q", last)
		}
		h.End()
		h.Wait()
	}
}

func TestBounded(t *testing.T) {
	for _, c := range []struct{ ask, want session.Size }{
		{session.Size{}, defaultSize},
		{session.Size{Rows: -1, Cols: 80}, defaultSize},
		{session.Size{Rows: 1, Cols: 1}, session.Size{Rows: 1, Cols: 1}},
		{session.Size{Rows: 1 << 40, Cols: 1 << 40}, session.Size{Rows: 1000, Cols: 2000}},
	} {
		if got := bounded(c.ask); got != c.want {
			t.Errorf("%v: got %v, want %v", c.ask, got, c.want)
		}
	}
}

// Output that the child left in the PTY is read however slow the reader is.
func TestDrainWaitsForASlowReader(t *testing.T) {
	l, err := plan(session.Spec{Command: []string{"/bin/sh", "-c", "printf BEGIN; read x; printf END"}, Dir: "/", Env: os.Environ()}, Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(l)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	begun, gate := make(chan struct{}), make(chan struct{})
	go r.writeAll()
	go r.readAll(func(data []byte) {
		if got.Len() == 0 {
			close(begun)
			<-gate
		}
		got.Write(data)
	})
	<-begun
	r.in.reply([]byte("\n"))
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		r.wait()
	}()
	<-r.exited
	select {
	case <-drained:
		t.Error("drained before all output was read")
	case <-time.After(drainTime + 5*drainQuiet):
	}
	close(gate)
	<-drained
	r.close()
	if !strings.HasSuffix(got.String(), "END") {
		t.Errorf("got %q, want all that the child printed", got.String())
	}
}
