package session_test

import (
	"testing"
	"time"

	"dormer/session"
)

var dispositions = []session.Disposition{
	session.DispositionActive, session.Suspended, session.Archived, session.Broken,
}

// S4-01, S4-05, S4-06: four dispositions, two of them final.
func TestDispositionMoves(t *testing.T) {
	want := map[session.Disposition]string{
		//                          active suspended archived error
		session.DispositionActive: ". x x x",
		session.Suspended:         "x . x .",
		session.Archived:          ". . . .",
		session.Broken:            ". . . .",
	}
	for _, from := range dispositions {
		for i, to := range dispositions {
			if got, want := from.CanBecome(to), want[from][2*i] == 'x'; got != want {
				t.Errorf("%s -> %s: got %v, want %v", from, to, got, want)
			}
		}
		if got, want := from.Terminal(), from == session.Archived || from == session.Broken; got != want {
			t.Errorf("%s terminal: got %v, want %v", from, got, want)
		}
	}
}

// S4-03: a shutdown suspends only active sessions.
func TestDispositionAfterShutdown(t *testing.T) {
	for _, d := range dispositions {
		want := d
		if d == session.DispositionActive {
			want = session.Suspended
		}
		if got := d.AfterShutdown(); got != want {
			t.Errorf("%s: got %s, want %s", d, got, want)
		}
	}
}

// S4-09, S4-10, S4-11, S4-12, S4-13, S4-14, S4-15.
func TestDispositionShown(t *testing.T) {
	tests := []struct {
		d                                    session.Disposition
		input, counted, listed, withArchived bool
		note                                 string
	}{
		{session.DispositionActive, true, true, true, true, ""},
		{session.Suspended, false, true, true, true, "may be resumable when agent supports it"},
		{session.Archived, false, false, false, true, "Session is archived"},
		{session.Broken, false, false, false, false, "the session met a fatal error and cannot go on"},
	}
	for _, tt := range tests {
		got := []bool{tt.d.TakesInput(), tt.d.Counted(), tt.d.Listed(false), tt.d.Listed(true)}
		want := []bool{tt.input, tt.counted, tt.listed, tt.withArchived}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: got %v, want %v (input, counted, listed, listed with archived)", tt.d, got, want)
				break
			}
		}
		if got := tt.d.Note(); got != tt.note {
			t.Errorf("%s: got note %q, want %q", tt.d, got, tt.note)
		}
	}
}

// S4-16: migration of the old values; a second time changes nothing.
func TestParseDisposition(t *testing.T) {
	tests := map[string]session.Disposition{
		"completed": session.DispositionActive,
		"cancelled": session.Archived,
		"active":    session.DispositionActive,
		"suspended": session.Suspended,
		"archived":  session.Archived,
		"error":     session.Broken,
	}
	for word, want := range tests {
		once, err := session.ParseDisposition(word)
		if err != nil || once != want {
			t.Errorf("%q: got %q, %v; want %q", word, once, err, want)
		}
		if twice, err := session.ParseDisposition(string(once)); err != nil || twice != once {
			t.Errorf("%q twice: got %q, %v; want %q", word, twice, err, once)
		}
	}
	if got, err := session.ParseDisposition("done"); err == nil {
		t.Errorf(`"done": got %q, want an error`, got)
	}
}

// S4-21, S4-22, S4-23, S4-24.
func TestDispositionExpired(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	tests := []struct {
		name    string
		d       session.Disposition
		resumes bool
		idle    time.Duration
		want    bool
	}{
		{"suspended_7_days", session.Suspended, false, 7 * day, false},
		{"suspended_longer", session.Suspended, false, 7*day + 1, true},
		{"resumable_30_days", session.Suspended, true, 30 * day, false},
		{"resumable_longer", session.Suspended, true, 30*day + 1, true},
		{"error_24_hours", session.Broken, false, day, false},
		{"error_longer", session.Broken, true, day + 1, true},
		{"archived_for_ever", session.Archived, false, 9999 * day, false},
		{"active_for_ever", session.DispositionActive, false, 9999 * day, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.d.Expired(now.Add(-tt.idle), now, tt.resumes); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	if session.Suspended.Expired(time.Time{}, now, false) {
		t.Error("a session of unknown age expired")
	}
}
