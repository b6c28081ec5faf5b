package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui"
	"dormer/workspace"
)

// provider is what the program needs of sessions, in the program's words: hosted
// ones in processes of their own, temporary ones in this process.
type provider struct {
	*launch.Provider
	// here holds the temporary sessions, by id.
	here sync.Map
	// begun holds what was attached to before it was asked for, by id.
	begun sync.Map
}

// attachment is a session's process as it was found.
type attachment struct {
	conn wire.Conn
	err  error
}

func (p *provider) Start(spec session.Spec) (wire.Conn, error) {
	if spec.Lifetime == session.Temporary {
		p.here.Store(spec.ID, true)
	}
	return p.Provider.Start(spec)
}

// Begin attaches to sessions that will be asked for, while the program still has to
// prepare itself. The first [provider.Attach] to each takes what came of it.
func (p *provider) Begin(sessions []workspace.Record) {
	for _, r := range sessions {
		came := make(chan attachment, 1)
		p.begun.Store(r.ID, came)
		go func() {
			conn, err := p.attach(r)
			came <- attachment{conn, err}
		}()
	}
}

func (p *provider) Attach(r workspace.Record) (wire.Conn, error) {
	if came, begun := p.begun.LoadAndDelete(r.ID); begun {
		a := <-came.(chan attachment)
		return a.conn, a.err
	}
	return p.attach(r)
}

func (p *provider) attach(r workspace.Record) (wire.Conn, error) {
	conn, err := p.Provider.Attach(r.Source, r.ID)
	if errors.Is(err, socket.ErrGone) {
		return nil, nil
	}
	return conn, healthError(err)
}

// Recall returns what is kept of a session whose process is gone.
func (p *provider) Recall(id session.ID) ui.Kept {
	kept := ui.Kept{Past: state.Past(p.Dir(id), id), LastSeen: state.LastSeen(p.Dir(id))}
	if c, ok := p.Checkpoint(id); ok {
		kept.Screen, kept.At = c.Conn(), c.At
	}
	return kept
}

// endTime is how long the end of a session is waited for: its grace and a little.
const endTime = grace + 2*time.Second

// End ends a session and waits until nothing is left of it.
func (p *provider) End(id session.ID, forget bool) error {
	if name, err := p.Provider.Find(id); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), endTime)
		defer cancel()
		err := p.Provider.End(ctx, name, forget)
		if errors.Is(err, socket.ErrSilent) {
			return fmt.Errorf("its host does not answer: dormer kill %s ends it when it does", id)
		}
		if err != nil {
			return err
		}
	}
	if forget { // a host that is gone has left something on disk, and perhaps a child
		_ = p.Forget(id) // what stays is for dormer gc
	}
	return nil
}

// Until is until when a session that was closed can be brought back, by its host's
// word; the zero time where it has no host or the host has no deadline.
func (p *provider) Until(id session.ID) time.Time {
	name, err := p.Provider.Find(id)
	if err != nil {
		return time.Time{}
	}
	info, err := p.Info(context.Background(), name)
	if err != nil {
		return time.Time{}
	}
	return info.Ends(time.Now())
}

// EndExpired ends a session whose time to be brought back has passed by a document's
// word. A session without a deadline of its own was brought back after that
// document was written, and is in use.
func (p *provider) EndExpired(id session.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	if name, err := p.Provider.Find(id); err == nil {
		info, err := p.Info(ctx, name)
		if err != nil || info.Deadline.IsZero() {
			return
		}
	}
	_ = p.End(id, true) // what does not answer keeps its deadline
}

// Find, Check and Glance look at a session for the health monitor.
func (p *provider) Find(_ context.Context, id session.ID) error {
	if _, here := p.here.Load(id); here || p.JustAnswered(id) {
		return nil
	}
	_, err := p.Provider.Find(id)
	return p.seen(id, err)
}

func (p *provider) Check(ctx context.Context, id session.ID) error {
	if _, here := p.here.Load(id); here || p.JustAnswered(id) {
		return nil
	}
	name, err := p.Provider.Find(id)
	if err != nil {
		return p.seen(id, err)
	}
	info, err := p.Info(ctx, name)
	if err == nil && info.Exit != nil {
		return health.ErrEnded
	}
	return p.seen(id, err)
}

// seen is an error of the way to a session's host as the health monitor knows it, with
// what a host that is gone has left.
func (p *provider) seen(id session.ID, err error) error {
	err = healthError(err)
	if errors.Is(err, health.ErrGone) {
		if left := p.Remains(id); len(left) > 0 {
			return health.Left{PIDs: left}
		}
	}
	return err
}

func (p *provider) Glance(ctx context.Context, id session.ID) error {
	if p.LooksWell(id) {
		return nil
	}
	return p.Check(ctx, id)
}

// healthError is an error of the way to a host as the health monitor knows it.
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
