package launch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Sessions are the sessions of a program that shows them, by their ids. Where its
// errors say what became of a session, they are those of package health. Its methods may
// be called from any goroutine.
type Sessions struct {
	p *Provider

	mu     sync.Mutex
	direct map[session.ID]bool // live in this process
}

var _ health.Prober = (*Sessions)(nil)

// Sessions returns the sessions that a program gets from the provider.
func (p *Provider) Sessions() *Sessions {
	return &Sessions{p: p, direct: map[session.ID]bool{}}
}

// Start is [Provider.Start]. A session that cannot have a host, because there is no
// directory for its socket or no process can be started, lives in this process: it says so,
// and why, to whoever shows it. The error is [health.ErrSilent] or [health.ErrRefused] where the
// session has a host, which may have started it, that could not be attached to.
func (s *Sessions) Start(spec session.Spec) (wire.Conn, error) {
	if spec.Lifetime == session.Temporary {
		s.lives(spec.ID)
	}
	conn, err := s.p.Start(spec)
	none, ok := errors.AsType[noHostError](err)
	if !ok {
		if err == nil && spec.Lifetime != session.Temporary {
			s.hosted(spec.ID)
		}
		return conn, healthError(err)
	}
	conn, err = s.p.local.StartBecause(spec, fmt.Sprintf("this session ends with dormer: %s", none))
	if err != nil {
		return nil, errors.Join(none, err)
	}
	s.lives(spec.ID)
	return conn, nil
}

// lives notes that a session lives in this process.
func (s *Sessions) lives(id session.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.direct[id] = true
}

// hosted notes that a session has a host, also where it had none before.
func (s *Sessions) hosted(id session.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.direct, id)
}

// Direct reports whether a session lives in this process, and ends with it.
func (s *Sessions) Direct(id session.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.direct[id]
}

// Attach connects to the process of a session that was started before with this source,
// by this program or another. The error is [health.ErrGone] where it has none any more,
// and [health.ErrSilent] or [health.ErrRefused] where it goes on out of reach.
func (s *Sessions) Attach(source session.Source, id session.ID) (wire.Conn, error) {
	conn, err := s.p.Attach(source, id)
	return conn, healthError(err)
}

// Recall returns what is kept of a session whose process is gone.
func (s *Sessions) Recall(id session.ID) health.Kept {
	dir := s.p.Dir(id)
	kept := health.Kept{Past: state.Past(dir, id), LastSeen: state.LastSeen(dir)}
	if spec, err := s.p.Spec(id); err == nil {
		kept.Past.Cannot = state.CannotResume(dir, spec.Known)
	}
	if k, err := s.p.Kept(id); err == nil {
		kept.Screen, kept.At = k.Conn(), k.At
	}
	return kept
}

// End ends a session and returns when nothing is left of it; with forget, what is kept of
// it on disk goes too. Where there is nothing to end that is no error.
func (s *Sessions) End(id session.ID, forget bool) error {
	if name, err := s.p.Find(id); err == nil {
		ctx, cancel := s.untilEnded()
		defer cancel()
		err := s.p.End(ctx, name, forget)
		switch {
		case errors.Is(err, socket.ErrSilent):
			return fmt.Errorf("its host does not answer: dormer kill %s ends it when it does", id)
		case errors.Is(err, context.DeadlineExceeded):
			return errors.New("it was asked to end and takes long: dormer ps --all shows whether it has")
		case err != nil:
			return err
		}
	}
	if forget { // a host that is gone has left something on disk, and perhaps a child
		_ = s.p.Forget(id) // what stays is for dormer gc
	}
	return nil
}

// EndIdle is [Provider.EndIdle]. What cannot be asked goes on.
func (s *Sessions) EndIdle(id session.ID, after time.Duration) (ended bool) {
	name, err := s.p.Find(id)
	if err == nil {
		ended, err = s.p.EndIdle(context.Background(), name, after)
	}
	return err == nil && ended
}

// untilEnded bounds how long the end of a session is waited for: its grace and a little.
func (s *Sessions) untilEnded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), s.p.o.Grace+2*time.Second)
}

// Until is until when a session that was closed can be brought back, by its host's
// word; the zero time where it has no host or the host has no deadline.
func (s *Sessions) Until(id session.ID) time.Time {
	name, err := s.p.Find(id)
	if err != nil {
		return time.Time{}
	}
	info, err := s.p.Info(context.Background(), name)
	if err != nil {
		return time.Time{}
	}
	return info.Ends(time.Now())
}

// EndExpired ends the sessions whose time to be brought back has passed, as a document says. A
// session without a deadline of its own was brought back after that document was written, and is
// in use.
func (s *Sessions) EndExpired(ids []session.ID) {
	var ending sync.WaitGroup
	for _, id := range ids {
		ending.Go(func() { s.endExpired(id) })
	}
	ending.Wait()
}

func (s *Sessions) endExpired(id session.ID) {
	ctx, cancel := s.untilEnded()
	defer cancel()
	if name, err := s.p.Find(id); err == nil {
		info, err := s.p.Info(ctx, name)
		if err != nil || info.Deadline.IsZero() {
			return
		}
	}
	_ = s.End(id, true) // what does not answer keeps its deadline
}

// knownToBeWell reports whether a session need not be asked after: it lives in this process, or
// its host has just answered.
func (s *Sessions) knownToBeWell(id session.ID) bool {
	s.mu.Lock()
	here := s.direct[id]
	s.mu.Unlock()
	return here || s.p.JustAnswered(id)
}

// Find reports whether something listens for a session.
func (s *Sessions) Find(_ context.Context, id session.ID) error {
	if s.knownToBeWell(id) {
		return nil
	}
	_, err := s.p.Find(id)
	return s.withLeftovers(id, err)
}

// Check reports whether a session's host answers and its process lives.
func (s *Sessions) Check(ctx context.Context, id session.ID) error {
	if s.knownToBeWell(id) {
		return nil
	}
	name, err := s.p.Find(id)
	if err != nil {
		return s.withLeftovers(id, err)
	}
	info, err := s.p.Info(ctx, name)
	if err == nil && info.Exit != nil {
		return health.ErrEnded
	}
	return s.withLeftovers(id, err)
}

// Glance is [Sessions.Check] that wakes the host only where there is doubt.
func (s *Sessions) Glance(ctx context.Context, id session.ID) error {
	if s.p.LooksWell(id) {
		return nil
	}
	return s.Check(ctx, id)
}

// withLeftovers is an error of the way to a session's host as package health has it, with
// the processes that a host that is gone has left.
func (s *Sessions) withLeftovers(id session.ID, err error) error {
	err = healthError(err)
	if errors.Is(err, health.ErrGone) {
		if left := s.p.Leftovers(id); len(left) > 0 {
			return health.Left{PIDs: left}
		}
	}
	return err
}

// healthError is an error of the way to a host as package health has it.
func healthError(err error) error {
	var refused wire.Refused
	switch {
	case errors.Is(err, socket.ErrGone):
		return health.ErrGone
	case errors.Is(err, socket.ErrSilent):
		return health.ErrSilent
	case errors.As(err, &refused):
		return fmt.Errorf("%w: %s", health.ErrRefused, refused.Reason)
	}
	return err
}
