package launch_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/socket"
)

// F35: the runtime directory is removed while hosts run, as at a logout. Starts and lists still find
// the hosts.
func TestSocketThatWasRemoved(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x; echo got $x; read y")...)
	s := h.start(spec)
	s.Shows("ready")
	before := h.info(spec)
	if err := os.RemoveAll(h.o.Runtime); err != nil {
		t.Fatal(err)
	}
	again := h.attach(spec)
	again.Shows("ready")
	again.Input([]byte("this\n"))
	s.Shows("got this")
	if now := h.info(spec); now.HostPID != before.HostPID || now.Clients != 2 {
		t.Errorf("before %+v, now %+v", before, now)
	}
	s.leave()
	again.leave()
}

// F35: a program with another runtime directory reaches the sessions of its state directory, and
// starts none of them a second time.
func TestProgramWithAnotherRuntimeDirectory(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	o := h.o
	o.Runtime = filepath.Join(filepath.Dir(o.Runtime), "run2")
	other := &home{t: t, o: o, Provider: launch.New(o)}
	again := other.start(spec)
	again.Shows("ready")
	if again.Status().PID != s.Status().PID {
		t.Errorf("children %d and %d", s.Status().PID, again.Status().PID)
	}
	again.leave()
	s.leave()
}

// F35: such a program also finds, lists and ends them, and removes no files of a live session.
func TestSessionsOfAnotherRuntimeDirectoryAreKnown(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	o := h.o
	o.Runtime = filepath.Join(filepath.Dir(o.Runtime), "run2")
	other := launch.New(o)
	if err := other.Forget(spec.ID); !errors.Is(err, host.ErrRunning) {
		t.Errorf("forget: %v, want the error that it is running", err)
	}
	if _, err := os.Stat(h.Dir(spec.ID)); err != nil {
		t.Errorf("the files of a live session are gone: %v", err)
	}
	hosts, err := other.Hosts(background)
	if err != nil || len(hosts) != 1 || hosts[0].Info.ChildPID != s.Status().PID {
		t.Fatalf("got %+v, %v", hosts, err)
	}
	name, err := other.Find(spec.ID)
	if err != nil || name != nameOf(spec) {
		t.Fatalf("found %q, %v", name, err)
	}
	if err := other.End(background, name, false); err != nil {
		t.Fatal(err)
	}
	s.Exit()
	s.leave()
	if other.Alive(spec.ID) {
		t.Error("its process is alive after its end")
	}
}

// F35: the runtime directory is removed and cannot be created again, as that of a user who has logged
// out. The socket is then where a program without a runtime directory looks for it.
func TestSocketInTheFallbackDirectory(t *testing.T) {
	h := newHome(t)
	h.o.Refuge = filepath.Join(filepath.Dir(h.o.Runtime), "refuge")
	h.Provider = launch.New(h.o)
	spec := specOf(sh("echo ready; read x; echo got $x; read y")...)
	s := h.start(spec)
	s.Shows("ready")
	if err := os.RemoveAll(h.o.Runtime); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.o.Runtime, nil, 0o600); err != nil { // nothing can be created in it
		t.Fatal(err)
	}
	o := h.o
	o.Runtime = o.Refuge
	later := &home{t: t, o: o, Provider: launch.New(o)}
	again := later.attach(spec)
	again.Shows("ready")
	again.Input([]byte("this\n"))
	s.Shows("got this")
	if err := later.End(background, nameOf(spec), false); err != nil {
		t.Error(err)
	}
	s.Exit()
	s.leave()
	again.leave()
	if err := os.Remove(h.o.Runtime); err != nil { // for the clean-up
		t.Error(err)
	}
}

// F16: a lock that is damaged or copied from elsewhere may name any process. A process that is no host
// gets no signal.
func TestOnlyHostsGetSignals(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	bystander := exec.Command("sleep", "1000")
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(h.Dir(spec.ID), "host.lock")
	before, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	wrong := fmt.Sprintf("%d\n%s\n", bystander.Process.Pid, h.o.Runtime)
	if err := os.WriteFile(lock, []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	away := h.o.Runtime + ".away"
	if err := os.Rename(h.o.Runtime, away); err != nil {
		t.Fatal(err)
	}
	if conn, err := h.Attach(sourceOf(spec), spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("attach: %v, %v", conn, err)
	}
	if _, err := h.Find(spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("find: %v", err)
	}
	if err := bystander.Process.Signal(syscall.Signal(0)); err != nil || !lives(bystander.Process.Pid) {
		t.Errorf("the bystander is gone: %v", err)
	}
	if err := errors.Join(os.Rename(away, h.o.Runtime), os.WriteFile(lock, before, 0o600)); err != nil {
		t.Fatal(err)
	}
	s.leave()
	_ = bystander.Process.Kill()
	_ = bystander.Wait()
}
