package host

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A child that prints a little at a time leaves no garbage behind.
func TestFramesMakeNoGarbage(t *testing.T) {
	s := quietViewer(t)
	s.front.compared = s.start.Add(time.Hour)
	texts := [][]byte{[]byte("\x1b[H\x1b[31mone\x1b[m two"), []byte("\x1b[Hone \x1b[4mtwo\x1b[m three")}
	i := 0
	next := func() {
		i++
		s.mu.Lock()
		s.feed(texts[i%2])
		s.mu.Unlock()
		if _, frame, _ := s.messagesFor(s.viewer, s.start.Add(time.Duration(i)*time.Second)); frame == nil {
			t.Fatal("no frame")
		}
		s.viewer.unacked = false
	}
	next()
	next()
	if n := testing.AllocsPerRun(100, next); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// A frame that was captured while another is sent is not in the memory of that.
func TestCapturedFrameLeavesTheOneThatIsSent(t *testing.T) {
	s := newStill(t)
	s.kinds(-2 * time.Second)
	s.viewer.unacked = false
	s.print("\x1b[2J\x1b[Hfirst")
	_, sent, _ := s.messagesFor(s.viewer, s.start.Add(-time.Second))
	s.viewer.unacked = false
	s.print("\x1b[?2026h\x1b[Hother\x1b[?2026l\x1b[?2026h\x1b[Hlater")
	if s.viewer.capturedFrame == nil {
		t.Fatal("nothing was captured")
	}
	var got strings.Builder
	for _, l := range sent.Lines {
		for _, span := range l.Spans {
			fmt.Fprint(&got, span.Text)
		}
	}
	if got.String() != "first" {
		t.Errorf("what is being sent became %q", got.String())
	}
}

// One whose connection hands its frames over gets each in new memory.
func TestFramesThatAreHandedOverStay(t *testing.T) {
	s := quietViewer(t)
	s.viewer.reusesBuffers = false
	s.print("\x1b[2J\x1b[Hfirst")
	_, first, _ := s.messagesFor(s.viewer, s.start.Add(time.Second))
	text := first.Lines[0].Spans[0].Text
	for i := range 3 {
		s.viewer.unacked = false
		s.print("\x1b[2J\x1b[Hother")
		s.messagesFor(s.viewer, s.start.Add(time.Duration(2+i)*time.Second))
	}
	if text != "first" || first.Lines[0].Spans[0].Text != "first" {
		t.Errorf("the first frame became %q", first.Lines[0].Spans[0].Text)
	}
}
