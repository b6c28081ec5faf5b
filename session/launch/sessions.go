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

// Sessions are the sessions of a program that shows them, by their ids. Errors about the state of a
// session are those of package health. The methods may be called from any goroutine.
type Sessions struct {
	p *Provider

	mu     sync.Mutex
	direct map[session.ID]bool // live in this process
}

var _ health.Prober = (*Sessions)(nil)

// Sessions returns access to the provider's sessions by their ids.
func (p *Provider) Sessions() *Sessions {
	return &Sessions{p: p, direct: map[session.ID]bool{}}
}

// Start is [Provider.Start]. A session that cannot have a host, because there is no directory for
// its socket or no process can be started, lives in this process; a notice tells its viewers, and
// why. The error is [health.ErrSilent] or [health.ErrRefused] if the session has a host, which may
// have started it, but attaching failed.
func (s *Sessions) Start(spec session.Spec) (wire.Conn, error) {
	if spec.Lifetime == session.Temporary {
		s.setDirect(spec.ID)
	}
	conn, err := s.p.Start(spec)
	none, ok := errors.AsType[noHostError](err)
	if !ok {
		if err == nil && spec.Lifetime != session.Temporary {
			s.setHosted(spec.ID)
		}
		return conn, healthError(err)
	}
	conn, err = s.p.local.StartBecause(spec, fmt.Sprintf("this session ends with dormer: %s", none))
	if err != nil {
		return nil, errors.Join(none, err)
	}
	s.setDirect(spec.ID)
	return conn, nil
}

// setDirect notes that a session lives in this process.
func (s *Sessions) setDirect(id session.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.direct[id] = true
}

// setHosted notes that a session has a host, even if it had none before.
func (s *Sessions) setHosted(id session.ID) {
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

// Attach connects to the process of a session that was started before with this source, by this
// program or another. The error is [health.ErrGone] if it no longer has one, and [health.ErrSilent]
// or [health.ErrRefused] if it runs but cannot be reached.
func (s *Sessions) Attach(source session.Source, id session.ID) (wire.Conn, error) {
	conn, err := s.p.Attach(source, id)
	return conn, healthError(err)
}

// Recall returns the saved state of a session without a process.
func (s *Sessions) Recall(id session.ID) health.Kept {
	dir := s.p.Dir(id)
	kept := health.Kept{Past: state.Past(dir, id), LastSeen: state.LastSeen(dir)}
	if spec, err := s.p.Spec(id); err == nil {
		kept.Past.Cannot, kept.Past.Retries = state.CannotResume(dir, spec.Known), state.Retries(dir)
	}
	if k, err := s.p.Kept(id); err == nil {
		kept.Screen, kept.At = k.Conn(), k.At
	}
	return kept
}

// End ends a session and returns when nothing of it runs; if forget is set, its files are removed
// too. It is no error if the session does not run.
func (s *Sessions) End(id session.ID, forget bool) error {
	if name, err := s.p.Find(id); err == nil {
		ctx, cancel := s.endContext()
		defer cancel()
		err := s.p.End(ctx, name, forget)
		switch {
		case errors.Is(err, socket.ErrSilent):
			return fmt.Errorf("its host does not answer: dormer kill %s ends it when it does", id)
		case errors.Is(err, context.DeadlineExceeded):
			return errors.New("it has been told to end but takes long: dormer ps --all shows whether it has")
		case err != nil:
			return err
		}
	}
	if forget { // a host that has ended leaves files, and perhaps a child
		_ = s.p.Forget(id) // dormer gc removes the rest
	}
	return nil
}

// EndIdle is [Provider.EndIdle]. A session whose host cannot be asked continues.
func (s *Sessions) EndIdle(id session.ID, after time.Duration) (ended bool) {
	name, err := s.p.Find(id)
	if err == nil {
		ended, err = s.p.EndIdle(context.Background(), name, after)
	}
	return err == nil && ended
}

// endContext limits the wait for the end of a session: its grace and a little more.
func (s *Sessions) endContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), s.p.o.Grace+2*time.Second)
}

// UndoDeadline returns the time until which a closed session can be restored, according to its host; the
// zero time if it has no host or no deadline.
func (s *Sessions) UndoDeadline(id session.ID) time.Time {
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

// EndExpired ends the sessions whose time to be restored has passed, according to a document. A
// session whose host has no deadline was restored after that document was written, and is in use.
func (s *Sessions) EndExpired(ids []session.ID) {
	var ending sync.WaitGroup
	for _, id := range ids {
		ending.Go(func() { s.endExpired(id) })
	}
	ending.Wait()
}

func (s *Sessions) endExpired(id session.ID) {
	ctx, cancel := s.endContext()
	defer cancel()
	if name, err := s.p.Find(id); err == nil {
		info, err := s.p.Info(ctx, name)
		if err != nil || info.Deadline.IsZero() {
			return
		}
	}
	_ = s.End(id, true) // a host that does not answer keeps its deadline
}

// needsNoCheck reports whether a session need not be checked: it lives in this process, or its
// host has just answered.
func (s *Sessions) needsNoCheck(id session.ID) bool {
	s.mu.Lock()
	here := s.direct[id]
	s.mu.Unlock()
	return here || s.p.AnsweredRecently(id)
}

// Find reports whether something listens for a session.
func (s *Sessions) Find(_ context.Context, id session.ID) error {
	if s.needsNoCheck(id) {
		return nil
	}
	_, err := s.p.Find(id)
	return s.withLeftovers(id, err)
}

// Check reports whether a session's host answers and its process lives.
func (s *Sessions) Check(ctx context.Context, id session.ID) error {
	if s.needsNoCheck(id) {
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

// Glance is like [Sessions.Check], but wakes the host only if there is doubt.
func (s *Sessions) Glance(ctx context.Context, id session.ID) error {
	if s.p.HostRuns(id) {
		return nil
	}
	return s.Check(ctx, id)
}

// withLeftovers converts an error from connecting to a session's host to one of package health,
// including the processes that an ended host has left.
func (s *Sessions) withLeftovers(id session.ID, err error) error {
	err = healthError(err)
	if errors.Is(err, health.ErrGone) {
		if left := s.p.Leftovers(id); len(left) > 0 {
			return health.LeftoverError{PIDs: left}
		}
	}
	return err
}

// healthError converts an error from connecting to a host to one of package health.
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
