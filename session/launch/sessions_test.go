package launch_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/health"
)

// The requests of a program about a session, by its id, throughout its life.
func TestSessions(t *testing.T) {
	h := newHome(t)
	s := h.Sessions()
	spec := specOf(sh("echo ready; read x")...)
	none := uuid.New()
	if _, err := s.Attach(sourceOf(spec), none); !errors.Is(err, health.ErrGone) {
		t.Errorf("attach to a missing session: %v", err)
	}
	if err := s.Check(background, none); !errors.Is(err, health.ErrGone) {
		t.Errorf("check of a missing session: %v", err)
	}
	if err := s.End(none, false); err != nil {
		t.Errorf("end of a missing session: %v", err)
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
	later := homeIn(t, filepath.Dir(h.o.Runtime)).Sessions() // it has no recent reply of the host
	if err := later.Check(background, spec.ID); !errors.Is(err, health.ErrGone) {
		t.Errorf("check of an ended session: %v", err)
	}
	if kept := s.Recall(spec.ID); kept.Screen == nil || kept.Past.Lifecycle != session.Stopped {
		t.Errorf("past: %+v", kept)
	}
	if err := s.End(spec.ID, true); err != nil {
		t.Errorf("forget: %v", err)
	}
	if kept := s.Recall(spec.ID); kept.Screen != nil {
		t.Errorf("past after it was forgotten: %+v", kept)
	}
}

// A temporary session has no host, and is healthy as long as this process lives.
//
// S3-07.
func TestTemporarySessions(t *testing.T) {
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
