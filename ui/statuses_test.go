package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/statuses"
	"dormer/workspace"
)

// S1-08: session statuses are read only while the overview or the sidebar shows them.
func TestStatusesAreReadOnlyWhileShown(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 30, Cols: 120})
	looks := 0
	w.m.deps.Statuses = func(records map[session.ID]workspace.Record) map[session.ID]statuses.Status {
		looks++
		of := map[session.ID]statuses.Status{}
		for id := range records {
			of[id] = statuses.Status{Text: "running (idle 2m 15s)", Usage: "12% CPU, 340 MB", Said: "nightly build #ci"}
		}
		return of
	}
	shown := func() string { return ansi.Strip(w.top().Render(standard, defaultTheme().Looks()).Text) }
	w.pass(time.Hour)
	if looks != 0 {
		t.Errorf("read %d times while nothing shows them", looks)
	}
	w.press("ctrl+b", "w")
	w.pass(time.Millisecond)
	if looks != 1 || !strings.Contains(shown(), "idle 2m 15s") || !strings.Contains(shown(), "12% CPU") {
		t.Errorf("read %d times; the overview is\n%s", looks, shown())
	}
	if !strings.Contains(shown(), "nightly build #ci, 12% CPU") {
		t.Errorf("the preview does not show the user's labels:\n%s", shown())
	}
	for range 5 {
		w.pass(statuses.Often)
	}
	if looks != 6 {
		t.Errorf("read %d times in 10 s, want 6", looks)
	}
	w.press("esc")
	w.pass(time.Minute)
	if looks > 7 {
		t.Errorf("read %d times although the overview is closed", looks)
	}
}

// A session's record names its runner: a host, or the program if there can be no host.
func TestRecordNamesTheRunnerOfASession(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 80})
	direct := true
	w.m.deps.Direct = func(session.ID) bool { return direct }
	w.m.deps.Provider = session.Hosted
	for _, want := range []session.Provider{session.Direct, session.Hosted} {
		w.press("ctrl+b", "c")
		if got := w.m.state.Sessions[w.m.activePane()].Provider; got != want {
			t.Errorf("direct %v: the record says %q, want %q", direct, got, want)
		}
		direct = false
	}
}
