package host

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session/agent"
	"dormer/session/wire"
)

// frames makes the child print n times, and returns for each frame whether it has to be acknowledged:
// "-" for no frame.
func (s still) frames(from time.Duration, n int, text func(i int) string) string {
	var got strings.Builder
	for i := range n {
		s.print(text(i))
		_, frame, _ := s.messagesFor(s.viewer, s.start.Add(from+time.Duration(i)*time.Second))
		kind := "-"
		if frame != nil {
			kind = "!"
			if frame.NoAck {
				kind = "."
			}
		}
		got.WriteString(kind)
	}
	return got.String()
}

func short(i int) string { return fmt.Sprintf("\r%d", i) }

func TestFewFramesGoUnacknowledged(t *testing.T) {
	s := quietViewer(t)
	want := strings.Repeat(".", maxUnacked) + "!--"
	if got := s.frames(time.Second, maxUnacked+3, short); got != want {
		t.Errorf("to a viewer that stopped: %s", got)
	}
	s.ack()
	if got := s.frames(100*time.Second, maxUnacked+3, short); got != want {
		t.Errorf("once it goes on: %s", got)
	}
}

// However few they are, unacknowledged frames have some kilobytes together at most.
func TestFewKilobytesGoUnacknowledged(t *testing.T) {
	s := quietViewer(t)
	for _, from := range []time.Duration{time.Second, 10 * time.Second} {
		if got := s.frames(from, 5, looks(3)); got != "...!-" {
			t.Errorf("after %v: %s", from, got)
		}
		s.ack()
	}
}

func TestALateViewerAcknowledgesEachFrame(t *testing.T) {
	s := newStill(t)
	s.print("$ ")
	s.kinds(-2 * promptTime) // the first frame is acknowledged only now
	s.ack()
	if got := s.frames(time.Second, 2, short); got != "!-" {
		t.Errorf("to a viewer that takes long: %s", got)
	}
}

func TestLongFramesAreAcknowledged(t *testing.T) {
	s := quietViewer(t)
	if got := s.frames(time.Second, 2, looks(5)); got != "!-" {
		t.Errorf("of long frames: %s", got)
	}
}

// looks returns texts of n different looks, each with its own link of a kilobyte.
func looks(n int) func(i int) string {
	link := "\x1b]8;;https://example.com/" + strings.Repeat("x", 1000)
	return func(i int) string {
		var b strings.Builder
		for j := range n {
			fmt.Fprintf(&b, "%s%d%d\x07x", link, i, j)
		}
		return "\r" + b.String()
	}
}

// Unacknowledged frames lead to the same screen as others, and a viewer that stopped and goes on gets
// all of them.
func TestUnacknowledgedFramesAreComplete(t *testing.T) {
	s := newStill(t)
	s.print("$ ")
	s.at(0)
	s.ack()
	for i := range 20 {
		s.print(short(i))
		row, _, _ := s.at(time.Duration(i+1) * time.Second)
		if want := fmt.Sprint(i); !strings.HasPrefix(row, want) {
			t.Fatalf("after %d: the viewer shows %q", i, row)
		}
		if s.viewer.unacked {
			s.ack()
		}
	}
}

// A viewer that is not visible acknowledges late. It is still told the agent's state and the child's
// exit, once for each frame, so that nothing accumulates for a stopped viewer.
func TestTheStateOfAnAgentDoesNotWaitForAnAcknowledgement(t *testing.T) {
	s := newStill(t)
	s.print("$ ")
	told := func(want string) {
		t.Helper()
		var got []string
		messages, frame, _ := s.messagesFor(s.viewer, s.start)
		for _, m := range messages {
			switch m := m.(type) {
			case wire.AgentState:
				got = append(got, string(m.State))
			default:
				got = append(got, fmt.Sprintf("%T", m))
			}
		}
		if frame != nil {
			got = append(got, "frame")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("it gets %q, want %q", got, want)
		}
	}
	tell := func(m wire.Message) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.broadcast(m)
	}
	state := func(state agent.State) { tell(wire.AgentState{Verdict: agent.Verdict{State: state}}) }
	told("frame")
	state(agent.Working)
	tell(wire.Bell{})
	told("working")
	state(agent.Blocked)
	tell(wire.Exited{})
	told("")
	s.ack()
	told("wire.Bell blocked wire.Exited")
}
