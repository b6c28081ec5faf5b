package notices

import (
	"fmt"
	"testing"
	"time"
)

var now = time.Unix(1000, 0)

func TestNoticesAreShownInTurn(t *testing.T) {
	var s Notices
	s.SayAfter("one", now, time.Minute)
	s.SayAfter("two", now, time.Minute)
	s.SayAfter("three", now, time.Minute)
	for _, want := range []string{"one", "two", "three", ""} {
		if s.Shown.Text != want || s.Shown.Showing() != (want != "") {
			t.Errorf("the notice is %q, want %q", s.Shown.Text, want)
		}
		s.Next(now, time.Minute)
	}
}

func TestOfferExpires(t *testing.T) {
	var s Notices
	s.Offer("closed", now, now.Add(4*time.Second), time.Minute, true)
	if got := s.Shown.Line(now); got != "closed, 0:04" || !s.Shown.Gone.Equal(now.Add(4*time.Second)) {
		t.Errorf("the notice is %q until %v", got, s.Shown.Gone)
	}
	s.Offer("closed", now, now.Add(time.Hour), time.Minute, false)
	if got := s.Shown.Line(now); got != "closed" || !s.Shown.Gone.Equal(now.Add(time.Minute)) {
		t.Errorf("without a countdown the notice is %q until %v", got, s.Shown.Gone)
	}
}

func TestSaid(t *testing.T) {
	var s Notices
	for i := range maxMessages + 3 {
		s.Say(fmt.Sprint("sentence ", i), now, time.Minute)
	}
	s.Say("again", now, time.Minute)
	s.Say("again", now.Add(time.Second), time.Minute)
	said := s.Messages()
	if len(said) != maxMessages || said[0].Text != "again" || !said[0].At.Equal(now.Add(time.Second)) || said[1].Text != fmt.Sprint("sentence ", maxMessages+2) {
		t.Errorf("kept %d, the newest are %+v", len(said), said[:2])
	}
	serials := map[int]bool{}
	for _, m := range said {
		if serials[m.Serial] {
			t.Errorf("the serial %d is used twice", m.Serial)
		}
		serials[m.Serial] = true
	}
}
