package state

import (
	"testing"
	"time"

	"dormer/session"
)

// S0-17, S0-18: an equal hash updates one field, a new hash all three; the state does not change.
func TestRecordActivity(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	steps := []struct {
		hash uint32
		at   time.Time
		want Activity
	}{
		{5, at(1), Activity{5, at(1), at(1)}},
		{5, at(2), Activity{5, at(1), at(2)}},
		{6, at(3), Activity{6, at(3), at(3)}},
		{0, at(4), Activity{0, at(4), at(4)}},
		{0, at(5), Activity{0, at(4), at(5)}},
	}
	for i, s := range steps {
		if err := m.RecordActivity(s.hash, s.at); err != nil {
			t.Fatal(err)
		}
		r, err := Read(m.dir, m.id)
		if err != nil || r.Activity != s.want || r.State != session.LifecycleRunning {
			t.Errorf("step %d: got %+v in %s, %v; want %+v", i, r.Activity, r.State, err, s.want)
		}
	}
}

// S0-18: zero is a valid hash: the first output counts as new.
func TestRecordActivityFirstHashZero(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	if err := m.RecordActivity(0, start); err != nil {
		t.Fatal(err)
	}
	if r, err := m.Load(); err != nil || !r.LastActivityAt.Equal(start) {
		t.Errorf("got %+v, %v", r.Activity, err)
	}
}

// The document of an ended session is never written again.
func TestRecordActivityAfterTheEnd(t *testing.T) {
	m := in(t, session.Stopped, Options{})
	before := bytesOf(t, m)
	if err := m.RecordActivity(1, start); err != nil {
		t.Fatal(err)
	}
	if got := bytesOf(t, m); got != before {
		t.Errorf("got\n%s\nwant\n%s", got, before)
	}
}

// S1-18: FNV-1a, with its published test vectors.
func TestHash(t *testing.T) {
	for text, want := range map[string]uint32{"": 0x811c9dc5, "a": 0xe40c292c, "foobar": 0xbf9cf968} {
		if got := Hash([]byte(text)); got != want {
			t.Errorf("%q: got %#x, want %#x", text, got, want)
		}
	}
}
