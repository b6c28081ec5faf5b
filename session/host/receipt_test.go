package host

import (
	"testing"
	"time"

	"dormer/session/wire"
)

// kinds returns the kinds of the messages that a viewer is sent at a time after the start, and how long
// the sender would then sleep.
func (s still) kinds(after time.Duration) (got string, wait time.Duration) {
	messages, frame, wait := s.messagesFor(s.viewer, s.start.Add(after))
	for _, m := range messages {
		if _, ok := m.(wire.Taken); !ok {
			s.t.Errorf("unexpected %T", m)
		}
		got += "taken "
	}
	if frame != nil {
		got += "frame "
	}
	return got, wait
}

// quietViewer returns a viewer that shows the current screen and has acknowledged it.
func quietViewer(t *testing.T) still {
	s := newStill(t)
	s.print("$ ")
	s.kinds(0)
	s.ack()
	return s
}

func (s still) takes(n int) {
	s.viewer.inFlight.Add(int64(n))
	s.viewer.taken(n)
}

func TestReceiptGoesWithTheFrame(t *testing.T) {
	s := quietViewer(t)
	s.takes(1)
	if got, wait := s.kinds(time.Second); got != "" || wait != creditTime {
		t.Errorf("input was taken: sends %q and sleeps %v, want nothing and %v", got, wait, creditTime)
	}
	s.print("x")
	if got, _ := s.kinds(time.Second); got != "taken frame " {
		t.Errorf("the child echoed: sends %q, want the receipt and the frame", got)
	}
}

func TestReceiptGoesWithoutAFrame(t *testing.T) {
	s := quietViewer(t)
	s.takes(1)
	s.kinds(time.Second)
	if got, _ := s.kinds(time.Second + creditTime); got != "taken " {
		t.Errorf("the child prints nothing: sends %q, want the receipt", got)
	}
	s.takes(creditBytes)
	if got, _ := s.kinds(2 * time.Second); got != "taken " {
		t.Errorf("much was taken: sends %q, want the receipt at once", got)
	}
}

// Later input does not delay the receipt of earlier input.
func TestReceiptWaitsNoLongerThanItsTime(t *testing.T) {
	s := quietViewer(t)
	s.takes(1)
	s.kinds(time.Second)
	s.takes(1)
	if got, wait := s.kinds(time.Second + creditTime/2); got != "" || wait != creditTime/2 {
		t.Errorf("sends %q and sleeps %v, want nothing and %v", got, wait, creditTime/2)
	}
}
