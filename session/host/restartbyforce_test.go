package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/wire"
)

func started(m wire.Message) bool {
	_, is := m.(wire.Started)
	return is
}

// A running child is ended and another started. Viewers see no end of the session, watchers are told of
// both.
func TestRestartByForce(t *testing.T) {
	s := open(t, "sh", "-c", "trap 'echo saving; exit 0' HUP; echo life $$; while :; do sleep 0.1; done")
	s.Shows("life ")
	first := s.host.PID()
	w := watch(t, s.host, wire.Watch{})
	w.status("the answer", anyStatus)
	w.send(wire.Restart{Force: true})
	w.send(wire.Restart{Force: true}) // a second request makes no difference
	told := w.until("the next start", started)
	if !slices.ContainsFunc(told, func(m wire.Message) bool { e, is := m.(wire.Exited); return is && e.Stopped }) {
		t.Errorf("the watcher was not told that the first child was stopped: %v", told)
	}
	s.Shows("saving")
	s.Until("the second life", func() bool { return s.host.PID() != first && strings.Count(s.Text(), "life ") == 2 })
	if got := s.Status().Runtime; got != session.Running {
		t.Errorf("the viewer has the state %v", got)
	}
	for _, e := range s.TakeEvents() {
		if _, is := e.(wire.Exited); is {
			t.Error("the viewer was told of an end")
		}
	}
}

// A request to end the session counts even while its child is being replaced.
func TestEndWhileRestartingByForce(t *testing.T) {
	s := openSpec(t, specOf("sh", "-c", "trap '' HUP TERM; echo ready; while :; do sleep 0.1; done"), host.Options{Grace: 300 * time.Millisecond})
	s.Shows("ready")
	first := s.host.PID()
	w := watch(t, s.host, wire.Watch{})
	w.status("the answer", anyStatus)
	w.send(wire.Restart{Force: true})
	w.send(wire.End{})
	s.await(s.host.Done(), "the session's end")
	if got := s.host.PID(); got != first {
		t.Errorf("child %d was started after the request to end", got)
	}
}
