package host

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// printAll makes the child print many bytes that rewrite the screen, each time with another letter.
func (s still) printAll(n int) {
	s.t.Helper()
	text := "\x1b[H" + strings.Repeat(string('a'+rune(s.printed/1000%26)), 60)
	for sent := 0; sent < n; sent += len(text) {
		s.print(text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.printed += uint64(n)
}

// flooded returns a host whose viewer has just acknowledged a frame of a flood.
func flooded(t *testing.T) still {
	t.Helper()
	s := newStill(t)
	s.size.Rows, s.size.Cols = s.term.Size()
	s.printAll(1000)
	if _, framed, _ := s.at(0); !framed {
		t.Fatal("no frame")
	}
	s.ack()
	s.woken()
	return s
}

func TestFloodHoldsFramesBack(t *testing.T) {
	s := flooded(t)
	frames := 0
	for now := interval; now <= 4*floodFrames*interval; now += interval {
		s.printAll(1000)
		_, framed, wait := s.at(now)
		if framed {
			frames++
			s.ack()
			_, _, wait = s.at(now)
		}
		if !framed && (wait <= 0 || wait > interval) {
			t.Fatalf("at %v: next check after %v, want at most %v, since the child may pause", now, wait, interval)
		}
	}
	if frames != 4 {
		t.Errorf("%d frames in the time of four intervals", frames)
	}
}

// A flood of equal lines is a flood too, although the screen never changes.
func TestFloodOfEqualLinesHoldsFramesBack(t *testing.T) {
	s := newStill(t)
	s.size.Rows, s.size.Cols = s.term.Size()
	frames := 0
	for now := interval; now <= 4*floodFrames*interval; now += interval {
		for range 40 {
			s.print("y\r\n")
		}
		s.mu.Lock()
		s.printed += 1000
		s.mu.Unlock()
		if _, framed, _ := s.at(now); framed {
			frames++
			s.ack()
		}
	}
	if frames != 4 {
		t.Errorf("%d frames in the time of four intervals", frames)
	}
}

func TestFloodThatPausesIsShownAtOnce(t *testing.T) {
	s := flooded(t)
	s.printAll(1000)
	if _, framed, wait := s.at(interval); framed || wait != interval {
		t.Fatalf("in a flood: framed %v, wait %v", framed, wait)
	}
	s.run.idle.begin(s.start.Add(interval))
	s.print("\x1b[Hlast")
	if row, framed, _ := s.at(2 * interval); !framed || !strings.HasPrefix(row, "last") {
		t.Errorf("after a pause: %q, framed %v", row, framed)
	}
}

func TestTypingIntoAFloodIsShownAtOnce(t *testing.T) {
	s := flooded(t)
	s.printAll(1000)
	if _, framed, _ := s.at(interval); framed {
		t.Fatal("in a flood: framed")
	}
	s.mu.Lock()
	s.noteTyping(s.start.Add(interval))
	s.mu.Unlock()
	s.print("\x1b[Hecho")
	if row, framed, _ := s.at(2 * interval); !framed || !strings.HasPrefix(row, "echo") {
		t.Errorf("after a key: %q, framed %v", row, framed)
	}
}

// Output that changes little of the screen, or comes at a readable pace, is never held back.
func TestOutputThatIsNoFloodIsNotHeldBack(t *testing.T) {
	for name, print := range map[string]func(still){
		"a little text":  func(s still) { s.print("\x1b[Ha\r\nb\r\nc") },
		"its end":        func(s still) { s.exit = &session.Exit{}; s.printAll(1000) },
		"one row of all": func(s still) { s.viewer.pacer.rewrote = false; s.printAll(1000) },
		"a paced child": func(s still) {
			s.run.idle.begin(s.start)
			s.run.idle.end(s.start.Add(interval * 9 / 10))
			s.printAll(1000)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := flooded(t)
			print(s)
			if _, framed, wait := s.at(interval); !framed {
				t.Errorf("held back for %v", wait)
			}
		})
	}
}

func TestEndOfSync(t *testing.T) {
	for data, want := range map[string]int{
		"": 0, "abc": 0, "\x1b[?2026h": 0, "\x1b[?2026l": 8, "x\x1b[?2026ly": 9,
		"?2026l": 0, "[?2026l \x1b[?2026l\x1b[?2026l": 16, "\x1b[1;?2026l": 0,
	} {
		if got := endOfSync([]byte(data)); got != want {
			t.Errorf("%q: got %d, want %d", data, got, want)
		}
	}
}

func TestIdleTime(t *testing.T) {
	var l idleTime
	start := time.Now()
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	l.begin(at(10))
	l.end(at(15))
	l.begin(at(20))
	for ms, want := range map[int]time.Duration{19: 5 * time.Millisecond, 23: 8 * time.Millisecond} {
		if got := l.until(at(ms)); got != want {
			t.Errorf("at %d ms: got %v, want %v", ms, got, want)
		}
	}
}
