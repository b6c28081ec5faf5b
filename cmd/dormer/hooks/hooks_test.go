package hooks

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/follow"
	"dormer/ui/config"
)

const patience = 10 * time.Second

func runner(t *testing.T, h config.Hooks) (*Runner, chan string) {
	said := make(chan string, 100)
	r := New(append(os.Environ(), "OUT="+filepath.Join(t.TempDir(), "out")), func(s string) { said <- s })
	if h.Timeout == 0 {
		h.Timeout = patience
	}
	r.Use(h)
	return r, said
}

func next(t *testing.T, said chan string) string {
	t.Helper()
	select {
	case s := <-said:
		return s
	case <-time.After(patience):
		t.Fatal("no message")
		return ""
	}
}

func TestCommandFor(t *testing.T) {
	h := config.Hooks{SessionStarted: "a", SessionFailed: "b", SessionCompleted: "c", SessionWaits: "d", WorkspaceOpened: "e"}
	for _, tt := range []struct {
		e    follow.Event
		want string
	}{
		{follow.Event{Event: follow.Started}, "a"},
		{follow.Event{Event: follow.Ended, State: session.Failed}, "b"},
		{follow.Event{Event: follow.Ended, State: session.Completed}, "c"},
		{follow.Event{Event: follow.Ended, State: session.Stopped}, ""},
		{follow.Event{Event: follow.Bell}, "d"},
		{follow.Event{Event: follow.Notification}, "d"},
		{follow.Event{Event: WorkspaceOpened}, "e"},
		{follow.Event{Event: follow.Title}, ""},
	} {
		if _, got := commandFor(h, tt.e); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.e, got, tt.want)
		}
	}
}

// A hook reads the event on its standard input, in the form that dormer events --json prints.
func TestAHookReadsTheEvent(t *testing.T) {
	r, said := runner(t, config.Hooks{SessionFailed: `cat >"$OUT"; cat "$OUT" >&2; exit 1`})
	code := 3
	want := follow.Event{Schema: follow.Schema, Event: follow.Ended, ID: "x", Name: "build", State: session.Failed, ExitCode: &code}
	r.Happened(context.Background(), want)
	text, ok := strings.CutPrefix(next(t, said), "hooks.session_failed failed: it exited with code 1: ")
	var got follow.Event
	if err := json.Unmarshal([]byte(text), &got); !ok || err != nil || got.Name != want.Name || *got.ExitCode != code {
		t.Errorf("the hook read %q: %v", text, err)
	}
}

// A failure is reported once, until the hook has worked again.
func TestAFailureIsReportedOnce(t *testing.T) {
	r, said := runner(t, config.Hooks{})
	ctx := context.Background()
	for _, name := range []string{"bad", "bad", "fine", "bad"} {
		e := follow.Event{Event: follow.Started, Name: name}
		r.ended(ctx, "hooks.session_started", r.run(ctx, `grep -q fine || exit 3`, patience, e))
	}
	if len(said) != 2 || next(t, said) != "hooks.session_started failed: it exited with code 3" {
		t.Errorf("%d messages", len(said))
	}
}

// A hook that hangs is killed with its processes, and a flood of events is limited.
func TestHooksAreLimited(t *testing.T) {
	r, said := runner(t, config.Hooks{SessionWaits: "sleep 60 & sleep 60", Timeout: 200 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range maxWaiting + 10 {
		r.Happened(ctx, follow.Event{Event: follow.Bell})
	}
	if got := next(t, said); !strings.HasPrefix(got, "hooks cannot keep up") {
		t.Errorf("message %q", got)
	}
	if got := next(t, said); got != "hooks.session_waits failed: it took longer than 200ms and was ended" {
		t.Errorf("message %q", got)
	}
	if len(said) != 0 {
		t.Errorf("then message %q", <-said)
	}
}
