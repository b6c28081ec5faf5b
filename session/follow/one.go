package follow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"dormer/session"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Until waits until done accepts the state of a session, and returns that; a problem with the
// session's directory is an error. It follows the session across hosts.
func Until(ctx context.Context, p *launch.Provider, id session.ID, done func(session.Lifecycle) bool) (Event, error) {
	changes, err := fsnotify.NewWatcher()
	if err != nil {
		return Event{}, err
	}
	defer func() { _ = changes.Close() }()
	dir := p.Dir(id)
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := changes.Add(d); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Event{}, fmt.Errorf("watch %s: %w", d, err)
		}
	}
	lost := make(chan struct{}) // closed when the host that was found has ended
	var host wire.Conn
	for {
		if host == nil {
			if host, err = connect(ctx, p, id); host != nil {
				lost = make(chan struct{})
				go drain(host, lost)
			} else if !errors.Is(err, socket.ErrGone) {
				return Event{}, err
			}
		}
		e, err := stateOf(dir, id, host != nil)
		if err != nil || done(e.State) {
			return e, err
		}
		select {
		case <-ctx.Done():
			return Event{}, ctx.Err()
		case <-lost:
			host, lost = nil, make(chan struct{})
		case <-changes.Events:
		case err := <-changes.Errors: // some events were lost: look again
			_ = err
		}
	}
}

// UntilState waits until a session has the wanted state, or, if want is empty, until it has ended.
// If the wanted state is no longer possible, that is an error.
func UntilState(ctx context.Context, p *launch.Provider, id session.ID, want session.Lifecycle) (Event, error) {
	began := false // a state before the end was seen
	e, err := Until(ctx, p, id, func(s session.Lifecycle) bool {
		over := s.Terminal() && (began || want == "" || want.Terminal())
		began = began || !s.Terminal()
		return s == want || over
	})
	switch {
	case err != nil:
		return e, err
	case want != "" && e.State != want:
		return e, fmt.Errorf("it has ended (%s) and is not %s", e.State, want)
	case !e.State.Terminal():
		e.Event = Started
	}
	return e, nil
}

func connect(ctx context.Context, p *launch.Provider, id session.ID) (wire.Conn, error) {
	name, err := p.Find(id)
	if err != nil {
		return nil, err
	}
	w, err := p.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return nil, err
	}
	return w.Conn, nil
}

// drain receives until the connection ends.
func drain(c wire.Conn, over chan<- struct{}) {
	defer close(over)
	for {
		if _, err := c.Receive(); err != nil {
			_ = c.Close() // nothing was sent
			return
		}
	}
}

// stateOf returns the state of a session from its document and from whether it has a host.
func stateOf(dir string, id session.ID, hosted bool) (Event, error) {
	r, err := state.Read(dir, id)
	if err != nil {
		if !hosted {
			return Event{}, errors.New("nothing is left of it")
		}
		r = state.Record{State: session.LifecycleRunning, StateChangedAt: time.Now()} // not written yet
	}
	switch {
	case !hosted && !r.State.Terminal() && r.State != session.Created:
		return goneEvent(r, nil), nil
	case r.State.Terminal():
		return goneEvent(r, nil), nil
	}
	return Event{State: r.State, Time: r.StateChangedAt}, nil
}
