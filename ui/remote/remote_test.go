package remote

import (
	"context"
	"errors"
	"testing"

	"dormer/session"
)

// A call is answered when the last of its sessions has started. Each session that has not is named,
// unless it is the only one.
func TestOpenings(t *testing.T) {
	one, two, three := session.ID{1}, session.ID{2}, session.ID{3}
	tests := []struct {
		name     string
		starting []session.ID
		all      int
		failed   map[session.ID]string
		want     string
	}{
		{"none_is_awaited", nil, 1, nil, ""},
		{"all_started", []session.ID{one, two}, 2, nil, ""},
		{"one_of_several_failed", []session.ID{one, two}, 3, map[session.ID]string{two: "no such command"}, "could not start `two`: no such command"},
		{"the_only_one_failed", []session.ID{one}, 1, map[session.ID]string{one: "no such command"}, "could not start it: no such command"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCall(t.Context(), Origin{}, ListClosed{})
			var o Openings
			o.await(c, Answer{Text: "opened"}, tt.starting, tt.all)
			o.Started(three, "three", "it is not awaited")
			for i, id := range tt.starting {
				if len(c.answer) > 0 {
					t.Fatalf("answered after %d of %d sessions", i, len(tt.starting))
				}
				o.Started(id, map[session.ID]string{one: "one", two: "two"}[id], tt.failed[id])
			}
			a, err := c.Wait()
			if got := ""; err != nil {
				if got = err.Error(); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			} else if tt.want != "" || a.Text != "opened" {
				t.Errorf("got %+v, want %q", a, tt.want)
			}
			if len(o.of) != 0 {
				t.Errorf("%d are still awaited", len(o.of))
			}
		})
	}
}

// A caller that stops waiting is told whether something was opened.
func TestNoAnswerInTime(t *testing.T) {
	for _, opened := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		c := NewCall(ctx, Origin{}, ListClosed{})
		want := ErrNotAnswered
		if opened {
			new(Openings).await(c, Answer{}, []session.ID{{1}}, 1)
			want = ErrStillStarting
		}
		cancel()
		if _, err := c.Wait(); !errors.Is(err, want) || !c.Abandoned() {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}
