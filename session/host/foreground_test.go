package host_test

import (
	"runtime"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// running returns the program in the foreground, as viewers are told.
func (s *testViewer) running() (name string) {
	s.View(func(r *client.Replica) { name = r.Program() })
	return name
}

// Viewers are told the program in the foreground even if it prints nothing, and that it has gone when
// the shell is back.
func TestProgramInTheForeground(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux are the foreground processes of others known")
	}
	for _, plain := range []bool{false, true} {
		s := login(t, "bash", home(t, ".bash_profile", plainPrompt["bash"]), func(spec *session.Spec) { spec.PlainShell = plain })
		s.prompted()
		s.Input([]byte("sleep 1000\r"))
		s.Until("sleep runs", func() bool { return s.running() == "sleep" })
		s.Input([]byte("\x03"))
		s.Until("the shell is back", func() bool { return s.running() == "" })
		s.Input([]byte("cat | cat\r"))
		s.Until("cat runs", func() bool { return s.running() == "cat" })
		s.Input([]byte("\x04"))
		s.Until("the shell is back", func() bool { return s.running() == "" })
		s.Input([]byte("sh -c 'sleep 2; exec cat'\r"))
		s.Until("sh runs", func() bool { return s.running() == "sh" })
		s.Input([]byte("\r"))
		s.Input([]byte("\x04"))
		s.Until("the shell is back", func() bool { return s.running() == "" })
	}
}

// Events that happen while nobody is attached go to the next viewer, with their time, and once.
func TestMissedEventsReachTheNextViewer(t *testing.T) {
	t.Parallel()
	h, err := host.Start(specOf(sh(marked+`printf '\007\007\033]9;it waits\007'; command make "out" 3; read x`)...), host.Options{Grace: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for limit := time.Now().Add(patience); !h.Missed(); runtime.Gosched() {
		if time.Now().After(limit) {
			t.Fatal("the events were not kept")
		}
	}
	s := attachTo(t, h, size)
	defer s.leave()
	bell, _ := s.Event("the bell", func(e client.Event) bool { _, is := e.(wire.Bell); return is }).(wire.Bell)
	done, _ := s.Event("the command", func(e client.Event) bool { _, is := e.(wire.CommandDone); return is }).(wire.CommandDone)
	note, _ := s.Event("the notification", func(e client.Event) bool { _, is := e.(wire.Notice); return is }).(wire.Notice)
	if bell.At.IsZero() || note.At.IsZero() || note.Text != "it waits" || done.Command.ExitCode != 3 || done.Command.Line != "make" {
		t.Errorf("got %+v, %+v, %+v", bell, note, done)
	}
	if h.Missed() {
		t.Error("the events would be sent again")
	}
}
