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

// Until waits until the state of a session is one that done accepts, and returns it; what
// is wrong with the session's directory is an error. It follows the session across hosts.
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
	lost := make(chan struct{}) // closed when the host that was found is gone
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
		case err := <-changes.Errors: // some were lost: look
			_ = err
		}
	}
}

// UntilState waits until the state of a session is the one that is wanted, or the session has
// ended if none is. If the wanted state cannot come any more, that is an error.
func UntilState(ctx context.Context, p *launch.Provider, id session.ID, want session.Lifecycle) (Event, error) {
	began := false // it was seen while it had not ended
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

// stateOf is the state of a session, by what is written and by whether it has a host.
func stateOf(dir string, id session.ID, hosted bool) (Event, error) {
	r, err := state.Read(dir, id)
	if err != nil {
		if !hosted {
			return Event{}, errors.New("nothing is left of it")
		}
		r = state.Record{State: session.LifecycleRunning, StateChangedAt: time.Now()} // it is not written yet
	}
	switch {
	case !hosted && !r.State.Terminal() && r.State != session.Created:
		return gone(r, nil), nil
	case r.State.Terminal():
		return gone(r, nil), nil
	}
	return Event{State: r.State, Time: r.StateChangedAt}, nil
}
