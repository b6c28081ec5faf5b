package launch_test

import (
	"os"
	"path/filepath"
	"testing"

	"dormer/session/launch"
)

// F35: the runtime directory is removed while hosts run, as at a logout: they are
// found again, and by whoever lists them.
func TestSocketThatWasRemoved(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x; echo got $x; read y")...)
	s := h.start(spec)
	s.shows("ready")
	before := h.info(spec)
	if err := os.RemoveAll(h.o.Runtime); err != nil {
		t.Fatal(err)
	}
	again := h.attach(spec)
	again.shows("ready")
	again.Input([]byte("this\n"))
	s.shows("got this")
	if now := h.info(spec); now.HostPID != before.HostPID || now.Clients != 2 {
		t.Errorf("before %+v, now %+v", before, now)
	}
	s.leave()
	again.leave()
}

// F35: a program with another runtime directory reaches the sessions of its state
// directory, and starts none of them a second time.
func TestProgramWithAnotherRuntimeDirectory(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.shows("ready")
	o := h.o
	o.Runtime = filepath.Join(filepath.Dir(o.Runtime), "run2")
	other := &home{t: t, o: o, Provider: launch.New(o)}
	again := other.start(spec)
	again.shows("ready")
	if again.Status().PID != s.Status().PID {
		t.Errorf("children %d and %d", s.Status().PID, again.Status().PID)
	}
	again.leave()
	s.leave()
}
