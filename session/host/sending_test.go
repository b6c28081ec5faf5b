package host

import (
	"os"
	"strings"
	"testing"
	"time"

	"dormer/session/client"
	"dormer/session/vt"
)

// still is a host without a child, with one viewer; the test sets the time.
type still struct {
	t *testing.T
	*Host
	viewer  *viewer
	replica *client.Replica
	start   time.Time
}

const (
	interval = 8 * time.Millisecond
	syncTime = 200 * time.Millisecond
)

func newStill(t *testing.T) still {
	h := &Host{
		opts: Options{FrameInterval: interval, SyncTimeout: syncTime}, term: vt.New(3, 20, vt.Options{}),
		run: &run{in: newQueue(), tty: noTerminal(t), exited: make(chan struct{})}, done: make(chan struct{}),
	}
	v := newViewer(h, nil)
	v.attached = true
	h.viewers = []*viewer{v}
	h.foreground.due = h.lastWrite.Add(1) // no timer fires
	return still{t: t, Host: h, viewer: v, replica: client.NewReplica(), start: time.Now()}
}

// noTerminal is a terminal without a foreground group.
func noTerminal(t *testing.T) *terminal {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	return &terminal{file: f, raw: raw}
}

// print makes the child print text.
func (s still) print(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feed([]byte(text))
}

// at requests the viewer's messages at a time after the start, applies the frame if there is one, and
// returns the first row of the replica. wait is how long the sender would sleep.
func (s still) at(after time.Duration) (row string, framed bool, wait time.Duration) {
	s.t.Helper()
	_, frame, wait := s.messagesFor(s.viewer, s.start.Add(after))
	if framed = frame != nil; framed {
		if err := s.replica.Apply(*frame); err != nil {
			s.t.Fatal(err)
		}
	}
	var text []byte
	for _, c := range s.replica.Row(0) {
		text = s.replica.Palette().AppendText(text, c)
	}
	return strings.TrimRight(string(text), " "), framed, wait
}

// woken reports whether the sender was woken since the last call.
func (s still) woken() bool {
	select {
	case <-s.viewer.wake:
		return true
	default:
		return false
	}
}

func (s still) ack() { s.acknowledge(s.viewer, s.viewer.view.seq) }

func TestPace(t *testing.T) {
	s := newStill(t)
	s.print("a")
	if row, framed, _ := s.at(0); !framed || row != "a" {
		t.Fatalf("first frame: %q %v", row, framed)
	}
	s.woken()
	s.print("b")
	if _, framed, wait := s.at(interval); framed || wait != 0 {
		t.Errorf("a second frame before the first is acknowledged (wait %v)", wait)
	}
	if s.woken() {
		t.Error("woken although nothing can be sent")
	}
	s.ack()
	if !s.woken() {
		t.Error("not woken by the acknowledgement")
	}
	if _, framed, wait := s.at(interval / 2); framed || wait != interval/2 {
		t.Errorf("under load: framed %v, wait %v, want to wait %v", framed, wait, interval/2)
	}
	s.print("c")
	if s.woken() {
		t.Error("woken although the sender wakes by itself")
	}
	if row, framed, wait := s.at(interval); !framed || row != "abc" || wait != 0 {
		t.Errorf("in time: %q %v %v", row, framed, wait)
	}
	s.ack()
	if s.woken() {
		t.Error("woken by the acknowledgement of the last frame")
	}
	if _, framed, wait := s.at(time.Hour); framed || wait != 0 {
		t.Errorf("nothing happens: framed %v, wait %v, want no timer", framed, wait)
	}
	s.print("d")
	if !s.woken() {
		t.Error("not woken after a quiet time")
	}
	if row, framed, _ := s.at(time.Hour); !framed || row != "abcd" {
		t.Errorf("after a quiet time: %q %v, want it at once", row, framed)
	}
}

func TestSyncHoldsFramesBack(t *testing.T) {
	s := newStill(t)
	s.print("old")
	s.at(0)
	s.ack()
	s.print("\x1b[?2026h\x1b[2J\x1b[H")
	if row, framed, wait := s.at(time.Second / 10); framed || row != "old" || wait <= 0 || wait > syncTime {
		t.Errorf("in an update: %q %v, wait %v", row, framed, wait)
	}
	s.woken()
	s.print("new\x1b[?2026l")
	if !s.woken() {
		t.Error("not woken at the end of the update")
	}
	if row, framed, _ := s.at(time.Second / 10); !framed || row != "new" {
		t.Errorf("after it: %q %v", row, framed)
	}
	s.ack()
	s.print("\x1b[?2026h\x1b[2J\x1b[Hlost")
	if row, framed, _ := s.at(time.Hour); !framed || row != "lost" {
		t.Errorf("an update that never ends: %q %v", row, framed)
	}
}

// Of a child that is always within an update, the ends of updates are shown.
func TestSyncIsCapturedAtItsEnd(t *testing.T) {
	s := newStill(t)
	s.at(0)
	s.ack()
	s.viewer.pacer.last = time.Time{}
	s.print("\x1b[?2026hone\x1b[?2026l\x1b[?2026h\x1b[2J\x1b[Hhalf")
	if row, framed, _ := s.at(interval); !framed || row != "one" {
		t.Errorf("got %q %v, want the end of the first update", row, framed)
	}
	s.print(" two\x1b[?2026l\x1b[?2026h\x1b[2J")
	if _, framed, _ := s.at(interval); framed {
		t.Error("a second unacknowledged frame")
	}
}

// F24: a string that a child leaves open ends when the child prints again after a silence; a string
// that is still being written does not, however long it takes.
func TestAnOpenStringEndsInSilence(t *testing.T) {
	s := newStill(t)
	s.opts.SequenceTimeout = time.Hour
	s.print("\x1b]2;a title")
	s.print(" that goes on")
	s.lastWrite = s.lastWrite.Add(-time.Hour)
	s.print("seen")
	if row, _, _ := s.at(time.Second); row != "seen" {
		t.Errorf("got %q", row)
	}
}
