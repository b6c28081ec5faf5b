package sessions

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/live"
	"dormer/workspace"
)

// nothing is a runtime and a prober without any sessions.
type nothing struct{}

func (nothing) Start(session.Spec) (wire.Conn, error)                { return nil, errors.New("not here") }
func (nothing) Attach(session.Source, session.ID) (wire.Conn, error) { return nil, health.ErrGone }
func (nothing) Recall(session.ID) health.Kept                        { return health.Kept{} }
func (nothing) End(session.ID, bool) error                           { return nil }
func (nothing) Find(context.Context, session.ID) error               { return health.ErrGone }
func (nothing) Glance(context.Context, session.ID) error             { return health.ErrGone }
func (nothing) Check(context.Context, session.ID) error              { return health.ErrGone }

var one = uuid.UUID{1}

// of returns the sessions of a workspace with one session, which is shown if kept is not nil.
func of(t *testing.T, r workspace.Record, kept *health.Kept) (*Sessions, Env) {
	t.Helper()
	set := live.New(live.Options{Runtime: nothing{}, Prober: nothing{}, Send: func(live.Message) {}})
	t.Cleanup(set.Close)
	r.ID = one
	a := Env{
		State: workspace.State{Sessions: map[session.ID]workspace.Record{one: r}}, Config: config.Default(),
		Now: time.Unix(100, 0), Size: func(session.ID) session.Size { return session.Size{Rows: 5, Cols: 20} },
	}
	s := &Sessions{Live: set, Passing: map[session.ID]bool{}}
	if kept != nil {
		set.Show(one, r.Source, session.Size{})
		set.Keep(one, *kept, session.Size{}, false)
	}
	return s, a
}

func TestShow(t *testing.T) {
	s, a := of(t, workspace.Record{}, nil)
	if r := s.Show(uuid.UUID{2}, a); r.Changed || r.Cmd != nil {
		t.Errorf("of an unknown session: got %+v", r)
	}
	if r := s.Show(one, a); !r.Changed || s.Live.Get(one) == nil {
		t.Errorf("got %+v", r)
	} else if _, recalled := r.Cmd().(live.Recalled); !recalled {
		t.Error("its stored state is not read")
	}
	if r := s.Show(one, a); r.Changed || r.Cmd != nil {
		t.Errorf("the second time: got %+v", r)
	}
}

func TestStarted(t *testing.T) {
	s, a := of(t, workspace.Record{}, nil)
	s.Passing[one] = true
	r := s.Started(live.Started{ID: one, Err: errors.New("no such program")}, a)
	if failed, ok := r.Do[0].(workspace.SessionFailed); !ok || failed.Session != one || failed.Reason != "no such program" || s.Passing[one] {
		t.Errorf("got %+v", r)
	}
	for _, err := range []error{health.ErrSilent, health.ErrRefused} {
		s.Show(one, a)
		if r := s.Started(live.Started{ID: one, Err: err}, a); len(r.Do) > 0 || s.Live.Get(one) == nil {
			t.Errorf("with the error %v: got %+v", err, r)
		}
		if r := s.Started(live.Started{ID: uuid.UUID{2}, Err: err}, a); r.End == nil || len(r.Do) > 0 {
			t.Errorf("of an unknown session with the error %v: got %+v", err, r)
		}
	}
	// The session was removed meanwhile.
	if r := s.Started(live.Started{ID: uuid.UUID{2}}, a); r.End == nil || len(r.Do) > 0 || r.Attached {
		t.Errorf("of an unknown session: got %+v", r)
	}
}

func TestFoundWithoutConnection(t *testing.T) {
	s, a := of(t, workspace.Record{}, nil)
	if r := s.Found(live.Found{ID: one}, a); r.Changed || r.End != nil {
		t.Errorf("of a dropped session: got %+v", r)
	}
	s.Show(one, a)
	if r := s.Found(live.Found{ID: one, Err: errors.New("not yours")}, a); !r.Changed || s.Live.Get(one).Failed != "not yours" {
		t.Errorf("got %+v", r)
	}
}

func TestResume(t *testing.T) {
	suspended := workspace.Record{Disposition: session.Suspended}
	cannot := health.Kept{Past: session.Past{Cannot: "it has no conversation"}}
	tests := []struct {
		name   string
		record workspace.Record
		kept   *health.Kept
		says   string
		starts bool
	}{
		{"not_shown", workspace.Record{}, nil, "it is not shown yet: go there first", false},
		{"suspended_and_not_shown", suspended, nil, "", true},
		{"suspended", suspended, &health.Kept{}, "", true},
		{"agent_cannot_resume", suspended, &cannot, "it has no conversation: it stays suspended, and Enter in its pane begins a new conversation", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, a := of(t, tt.record, tt.kept)
			r := s.Resume(one, a)
			if r.Say != tt.says {
				t.Errorf("the notice is %q, want %q", r.Say, tt.says)
			}
			if !tt.starts {
				if len(r.Do) > 0 {
					t.Errorf("does %+v", r.Do)
				}
				return
			}
			if start, ok := r.Do[0].(workspace.StartSession); !ok || start.Session != one || start.Size.Rows != 5 || s.Live.Get(one) != nil {
				t.Errorf("does %+v", r.Do)
			}
		})
	}
}
