package vt

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestProgramStatus(t *testing.T) {
	long := "state=done:msg=" + strings.Repeat("x", maxStatus)
	most := long[:maxStatus-len("\x1b]7501;\a")]
	for _, tt := range []struct {
		name, in string
		want     []Event
	}{
		{"with BEL", "\x1b]7501;state=working\a", []Event{ProgramStatus{"state=working"}}},
		{"with ST", "\x1b]7501;state=done:app=x\x1b\\", []Event{ProgramStatus{"state=done:app=x"}}},
		{"the longest", "\x1b]7501;" + most + "\a", []Event{ProgramStatus{most}}},
		{"one byte too long with ST", "\x1b]7501;" + most + "\x1b\\", nil},
		{"too long", "\x1b]7501;" + long + "\a", nil},
		{"the query is not a status", "\x1b]7501;?\a", nil},
		{"cancelled", "\x1b]7501;state=done\x18", nil},
		{"RIS", "\x1bc", []Event{HardReset{}}},
		{"DECSTR keeps statuses", "\x1b[!p", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			if got := term.TakeEvents(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// A program that asks whether the terminal takes its status gets its own query back, also if replies have
// C1 controls in one byte.
func TestProgramStatusQuery(t *testing.T) {
	for _, in := range []string{"\x1b]7501;?\a", "\x1b]7501;?\x1b\\"} {
		for _, before := range []string{"", "\x1b G"} {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(before + in))
			if got := string(term.TakeReplies()); got != in {
				t.Errorf("%q after %q: got %q", in, before, got)
			}
		}
	}
}

// Of many statuses that were not taken, the newest are kept.
func TestManyProgramStatuses(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte("\x1b]9;look\a"))
	for i := range 3 * maxEvents {
		_, _ = fmt.Fprintf(term, "\x1b]7501;state=working:progress=%d\a", i)
	}
	events := term.TakeEvents()
	want := ProgramStatus{fmt.Sprintf("state=working:progress=%d", 3*maxEvents-1)}
	if n := len(events); n != maxEvents || events[0] != (Notification{Body: "look"}) || events[n-1] != want {
		t.Errorf("got %d events from %v to %v; want %d from the notification to %v", n, events[0], events[n-1], maxEvents, want)
	}
}
