package launch_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/health"
)

// What a program asks of a session, by its id, through its life.
func TestSessions(t *testing.T) {
	h := newHome(t)
	s := h.Sessions()
	spec := specOf(sh("echo ready; read x")...)
	none := uuid.New()
	if _, err := s.Attach(sourceOf(spec), none); !errors.Is(err, health.ErrGone) {
		t.Errorf("attach to none: %v", err)
	}
	if err := s.Check(background, none); !errors.Is(err, health.ErrGone) {
		t.Errorf("check none: %v", err)
	}
	if err := s.End(none, false); err != nil {
		t.Errorf("end none: %v", err)
	}
	conn, err := s.Start(spec)
	first := attachTo(t, conn, err)
	defer func() { _ = first.Detach() }()
	conn, err = s.Attach(sourceOf(spec), spec.ID)
	second := attachTo(t, conn, err)
	defer func() { _ = second.Detach() }()
	second.Shows("ready")
	if err := errors.Join(s.Find(background, spec.ID), s.Check(background, spec.ID), s.Glance(background, spec.ID)); err != nil {
		t.Errorf("while it runs: %v", err)
	}
	if err := s.End(spec.ID, false); err != nil {
		t.Errorf("end: %v", err)
	}
	later := homeIn(t, filepath.Dir(h.o.Runtime)).Sessions() // which it has not answered just now
	if err := later.Check(background, spec.ID); !errors.Is(err, health.ErrGone) {
		t.Errorf("check what was ended: %v", err)
	}
	if kept := s.Recall(spec.ID); kept.Screen == nil || kept.Past.Lifecycle != session.Stopped {
		t.Errorf("kept is %+v", kept)
	}
	if err := s.End(spec.ID, true); err != nil {
		t.Errorf("forget: %v", err)
	}
	if kept := s.Recall(spec.ID); kept.Screen != nil {
		t.Errorf("kept after it was forgotten is %+v", kept)
	}
}

// A temporary session has no host, and is well as long as this process is.
//
// S3-07.
func TestSessionsThatAreTemporary(t *testing.T) {
	h := newHome(t)
	s := h.Sessions()
	spec := specOf(sh("read x")...)
	spec.Lifetime = session.Temporary
	conn, err := s.Start(spec)
	here := attachTo(t, conn, err)
	defer func() { _ = here.Detach() }()
	if err := errors.Join(s.Find(background, spec.ID), s.Check(background, spec.ID)); err != nil {
		t.Errorf("got %v", err)
	}
	<-h.EndAll()
}
