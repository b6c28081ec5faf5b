package host_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dormer/session/agent"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// A program is stopped, or too busy to read, and then killed. The events that it did not get go to the
// next one, with their time.
func TestEventsThatADeadViewerMissedReachTheNext(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "told")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip("no fifo here:", err)
	}
	h, err := host.Start(specOf(sh(`stty raw -echo; echo ready; read go; printf '\a\033]9;note\007\033]133;C\007\033]133;D;3\007\033]7501;state=done\007'
		printf '\033[6n'; head -c 6 >`+fifo+`; exec sleep 1000`)...), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	deaf := connect(t, h)
	if err := deaf.Send(wire.Attach{Size: size}); err != nil {
		t.Fatal(err)
	}
	for framed := false; !framed; { // it never acknowledges one
		m, err := deaf.Receive()
		if err != nil {
			t.Fatal(err)
		}
		_, framed = m.(wire.Frame)
	}
	if err := deaf.Send(wire.Input{Data: []byte("\n")}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(fifo); err != nil { // the reply: everything before it has been read
		t.Fatal(err)
	}
	if err := deaf.Close(); err != nil {
		t.Fatal(err)
	}
	asks := connect(t, h)
	for says(t, asks, wire.Info{}).Clients > 0 {
	}
	next := attachTo(t, h, size)
	defer next.leave()
	bell, _ := next.Event("the bell", func(e client.Event) bool { _, is := e.(wire.Bell); return is }).(wire.Bell)
	note, _ := next.Event("the note", func(e client.Event) bool { _, is := e.(wire.Notice); return is }).(wire.Notice)
	if bell.At.IsZero() || note.At.IsZero() || note.Text != "note" {
		t.Errorf("got %+v and %+v, want their times", bell, note)
	}
	next.Event("the command that failed", func(e client.Event) bool {
		done, is := e.(wire.CommandDone)
		return is && done.Command.ExitCode == 3
	})
	if got := next.Agent(); got.State != agent.Done || !got.Missed {
		t.Errorf("agent state %+v, want done", got)
	}
}
