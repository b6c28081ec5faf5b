package follow

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"dormer/session"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Host is an existing session's host, and the names of its session and workspace.
type Host struct{ Socket, Name, Workspace string }

// follower follows all sessions.
type follower struct {
	p       *launch.Provider
	runtime string
	tell    func(Event)
	warn    func(error)

	mu       sync.Mutex // held while an event is told
	followed map[string]bool
	running  sync.WaitGroup
}

// All reports the events of sessions until ctx ends: of those with known hosts, and of those with
// new hosts. runtime is the directory of sockets. warn is called for hosts that cannot be followed.
// tell and warn are called by one goroutine at a time.
func All(ctx context.Context, p *launch.Provider, runtime string, known []Host, tell func(Event), warn func(error)) error {
	if err := p.Prepare(); err != nil {
		return err
	}
	changes, err := fsnotify.NewWatcher()
	if err == nil {
		err = changes.Add(runtime)
	}
	if err != nil {
		return fmt.Errorf("watch %s: %w", runtime, err)
	}
	defer func() { _ = changes.Close() }()
	f := &follower{p: p, runtime: runtime, tell: tell, warn: warn, followed: map[string]bool{}}
	defer f.running.Wait()
	for _, h := range known {
		f.begin(ctx, h, false)
	}
	for f.followNew(ctx) == nil {
		select {
		case <-ctx.Done():
			return nil
		case <-changes.Events:
		case err := <-changes.Errors: // some events were lost: look again
			_ = err
		}
	}
	return nil
}

// followNew follows the hosts that are not followed yet.
func (f *follower) followNew(ctx context.Context) error {
	names, err := socket.List(f.runtime)
	for _, name := range names {
		f.begin(ctx, Host{Socket: name}, true)
	}
	return err
}

// begin follows a host, unless it is followed.
func (f *follower) begin(ctx context.Context, h Host, fresh bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.followed[h.Socket] {
		return
	}
	f.followed[h.Socket] = true
	f.running.Go(func() { f.follow(ctx, h, fresh) })
}

// firstPause and longestPause are the times between two attempts to follow a host that does not
// answer.
const (
	firstPause   = time.Second
	longestPause = time.Minute
)

// follow follows a host until it ends.
func (f *follower) follow(ctx context.Context, h Host, fresh bool) {
	defer func() {
		f.mu.Lock()
		delete(f.followed, h.Socket)
		f.mu.Unlock()
	}()
	w, err := f.p.Watch(ctx, h.Socket, wire.Watch{})
	for wait := firstPause; errors.Is(err, socket.ErrSilent); wait = min(2*wait, longestPause) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		w, err = f.p.Watch(ctx, h.Socket, wire.Watch{})
	}
	if err != nil {
		if !errors.Is(err, socket.ErrGone) && ctx.Err() == nil {
			f.mu.Lock()
			f.warn(err)
			f.mu.Unlock()
		}
		return
	}
	f.reportEvents(ctx, h, w, fresh)
}

// reportEvents reports the events of a session until its host ends.
func (f *follower) reportEvents(ctx context.Context, h Host, w *launch.Watched, fresh bool) {
	if fresh {
		h.Name, h.Workspace = w.Info.Name, w.Info.Workspace
		f.report(h, w.Info.ID, Event{Event: Started, Time: w.Info.Started, PID: w.Info.ChildPID})
		if w.Exited != nil {
			f.report(h, w.Info.ID, exited(*w.Exited))
		}
	}
	t := converter{status: w.Status, over: w.Exited != nil}
	for {
		m, err := w.Receive()
		if err != nil {
			break
		}
		f.report(h, w.Info.ID, t.events(m)...)
	}
	_ = w.Close() // nothing was sent
	if ctx.Err() == nil && !t.over {
		f.report(h, w.Info.ID, goneEvent(state.Read(f.p.Dir(w.Info.ID), w.Info.ID)))
	}
}

// Direct reports the events of the sessions that live in this process, existing and new ones, until
// ctx ends. tell is called by one goroutine at a time.
func Direct(ctx context.Context, p *launch.Provider, tell func(Event)) {
	f := &follower{p: p, tell: tell}
	p.WatchDirect(ctx, func(w *launch.Watched) { f.reportEvents(ctx, Host{}, w, true) })
}

// report reports events of a session.
func (f *follower) report(h Host, id session.ID, events ...Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		e.Schema, e.ID, e.Name, e.Workspace = Schema, id.String(), label(h.Name), label(h.Workspace)
		f.tell(e)
	}
}
