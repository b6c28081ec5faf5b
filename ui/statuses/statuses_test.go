package statuses_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/statuses"
)

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// Statuses are read as long as something shows them, one read after the other.
func TestWatch(t *testing.T) {
	var w statuses.Watch
	id := uuid.New()
	now := start
	due := func(every, wait time.Duration) {
		t.Helper()
		if at := w.Due(now, every); at.Sub(now) != wait {
			t.Fatalf("it reads at %v, want in %v", at, wait)
		}
	}
	never := func(every time.Duration) {
		t.Helper()
		if at := w.Due(now, every); !at.IsZero() || w.StartIfDue(now, every) {
			t.Fatalf("it reads at %v", at)
		}
	}
	never(0)
	due(statuses.Rarely, 0)
	if !w.StartIfDue(now, statuses.Rarely) || w.StartIfDue(now, statuses.Rarely) {
		t.Fatal("it reads only once")
	}
	never(statuses.Often) // a read is under way
	of := map[session.ID]statuses.Status{id: {Text: "running"}}
	if !w.Found(now, of) || w.Found(now, map[session.ID]statuses.Status{id: {Text: "running"}}) {
		t.Error("the first result is not new, or a repeated one is")
	}
	due(statuses.Rarely, statuses.Rarely)
	due(statuses.Often, statuses.Often) // a list was opened
	if w.StartIfDue(now, statuses.Often) {
		t.Error("it reads too early")
	}
	now = now.Add(statuses.Often)
	if w.StartIfDue(now, statuses.Rarely) || !w.StartIfDue(now, statuses.Often) {
		t.Error("it reads at the wrong time")
	}
	w.Found(now, of)
	due(statuses.Often, statuses.Often)
	never(0)
	if w.Of != nil {
		t.Error("statuses that nothing shows are kept")
	}
	due(statuses.Often, 0) // after being shown again it is not out of date
}

func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		"running": "running", "running (idle 2m 15s)": "idle 2m 15s", "failed (exit 2)": "failed",
		"orphaned (runs)": "orphaned", "suspended": "suspended", "": "",
		"running (done, 4s)": "done", "running (blocked: permission, 4s)": "blocked", "running (working)": "working",
	} {
		s := statuses.Status{Text: text}
		still := map[string]string{"running (idle 2m 15s)": "running (idle)"}
		if got := (statuses.Status{Text: text, Usage: "3% CPU"}).Stable(); got.Usage != "" || got.Text != cmp.Or(still[text], text) {
			t.Errorf("%q: the status is %+v", text, got)
		}
		if got := s.Short(); got != want || s.Runs() != (text == "running") {
			t.Errorf("%q: got %q, runs %v, want %q", text, got, s.Runs(), want)
		}
	}
}

func TestUserLabels(t *testing.T) {
	for _, tt := range []struct {
		s           statuses.Status
		note, words string
	}{
		{statuses.Status{}, "", ""},
		{statuses.Status{Usage: "1% CPU"}, "1% CPU", ""},
		{statuses.Status{Said: "#ci"}, "#ci", "#ci ci"},
		{statuses.Status{Said: "Nightly #ci", Usage: "1% CPU"}, "Nightly #ci, 1% CPU", "nightly #ci nightly ci"},
	} {
		if note, words := tt.s.Note(), strings.Join(tt.s.Words(), " "); note != tt.note || words != tt.words {
			t.Errorf("%+v: note %q, words %q", tt.s, note, words)
		}
	}
}
