package live

import (
	"testing"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/health"
)

func TestAgain(t *testing.T) {
	exited := client.Status{Runtime: session.Exited}
	for _, tt := range []struct {
		name              string
		s                 *Session
		closed, suspended bool
		how               Again
		why               string
	}{
		{"closed", nil, true, false, NotAgain, "it is closed: bring it back first"},
		{"closed_and_suspended", nil, true, true, NotAgain, "it is closed: bring it back first"},
		{"suspended", nil, false, true, Anew, ""},
		{"not_shown_yet", nil, false, false, NotAgain, "it is not shown yet: go there first"},
		{"runs", &Session{}, false, false, NotAgain, "it runs: only what has ended can be started again"},
		{"ended_without_a_connection", &Session{Status: exited}, false, false, Anew, ""},
		{"kept", &Session{Kept: &health.Kept{}}, false, false, Anew, ""},
		{"its_host_died", &Session{Health: health.View{CanStart: true}}, false, false, Anew, ""},
	} {
		if how, why := tt.s.Again(tt.closed, tt.suspended); how != tt.how || why != tt.why {
			t.Errorf("%s: %d %q, want %d %q", tt.name, how, why, tt.how, tt.why)
		}
	}
}
