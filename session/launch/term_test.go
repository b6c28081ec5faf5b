package launch_test

import (
	"errors"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/host"
)

// Neither host nor child keeps a descriptor that this program has inherited by mistake: the reader of
// a pipe would wait for ever for its end.
func TestInheritedDescriptorsAreClosed(t *testing.T) {
	h := newHome(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	leaked, err := unix.Dup(int(w.Fd())) // not closed on exec
	if err != nil {
		t.Fatal(err)
	}
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	if err := errors.Join(w.Close(), unix.Close(leaked)); err != nil {
		t.Fatal(err)
	}
	if err := r.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("read: %v, want the pipe's end", err)
	}
	s.leave()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// F46: whenever SIGTERM arrives in a host's life, host and child end.
func TestTerminatedAtAnyMoment(t *testing.T) {
	h := newHome(t)
	for i := range 30 {
		spec := specOf()
		spec.Env = append(spec.Env, "SHELL=/bin/bash")
		pid, err := host.Spawn(nil, spec, h.o)
		if err != nil {
			t.Fatal(err)
		}
		child := h.info(spec).ChildPID
		if i%3 == 1 {
			<-time.After(time.Duration(i) * time.Millisecond)
		}
		if i%3 == 2 {
			kill(t, child, syscall.SIGKILL)
		}
		kill(t, pid, syscall.SIGTERM)
		awaitGone(t, pid)
		if lives(child) {
			t.Errorf("life %d: the child is alive", i)
		}
	}
	checkEmpty(t, h.o.Runtime)
}
