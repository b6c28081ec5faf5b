package reattach

import (
	"context"
	"errors"
	"sync"

	"dormer/session"
	"dormer/session/wire"
)

// Backend reaches sessions for the health monitor ([health.Backend]). It is called from the monitor's goroutines.
type Backend struct {
	Runtime Runtime
	// Found and Started are called with each connection that was made: to a process that
	// there was, and to one that was started.
	Found, Started func(session.ID, session.Size, wire.Conn)

	mu       sync.Mutex
	sessions map[session.ID]reach
	// starting are the sessions whose process is being started; a channel is closed when
	// that is over.
	starting map[session.ID]chan struct{}
}

// reach is what it takes to reach a session.
type reach struct {
	source session.Source
	spec   session.Spec
}

// Runtime starts and ends sessions, and connects to them.
type Runtime interface {
	Start(session.Spec) (wire.Conn, error)
	Attach(session.Source, session.ID) (wire.Conn, error)
	End(id session.ID, forget bool) error
}

// New is a backend that knows of no session.
func New(r Runtime, found, started func(session.ID, session.Size, wire.Conn)) *Backend {
	return &Backend{Runtime: r, Found: found, Started: started, sessions: map[session.ID]reach{}, starting: map[session.ID]chan struct{}{}}
}

// Note takes note of what it takes to reach a session.
func (b *Backend) Note(id session.ID, source session.Source, spec session.Spec) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions[id] = reach{source: source, spec: spec}
}

// Resized takes note of the size that a session's pane has.
func (b *Backend) Resized(id session.ID, source session.Source, size session.Size) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.sessions[id]
	r.source, r.spec.Size = source, size
	b.sessions[id] = r
}

// Forget forgets a session that was let go of.
func (b *Backend) Forget(id session.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sessions, id)
}

func (b *Backend) get(id session.ID) (reach, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.sessions[id]
	return r, ok
}

// Reattach connects to a session whose connection was lost.
func (b *Backend) Reattach(_ context.Context, id session.ID) error {
	r, ok := b.get(id)
	if !ok {
		return errClosed
	}
	conn, err := b.Runtime.Attach(r.source, id)
	if err != nil {
		return err
	}
	b.Found(id, r.spec.Size, conn)
	return nil
}

// errClosed says that a session was let go of.
var errClosed = errors.New("it was closed meanwhile")

// Starts takes note that the process of a session is being started, until over is called.
func (b *Backend) Starts(id session.ID) (over func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	done := make(chan struct{})
	b.starting[id] = done
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.starting[id] == done {
			delete(b.starting, id)
		}
		close(done)
	}
}

// AwaitStart returns when the process of a session was started, or could not be; at once
// where it is not being started.
func (b *Backend) AwaitStart(id session.ID) {
	b.mu.Lock()
	done, starting := b.starting[id]
	b.mu.Unlock()
	if starting {
		<-done
	}
}

// Start starts the process of a session whose pane was there before.
func (b *Backend) Start(_ context.Context, id session.ID) error {
	over := b.Starts(id)
	defer over()
	r, ok := b.get(id) // after that: who ends it forgets it and then waits
	if !ok {
		return errClosed
	}
	conn, err := b.Runtime.Start(r.spec)
	if err != nil {
		return err
	}
	b.Started(id, r.spec.Size, conn)
	return nil
}

// Destroy ends what is left of a session.
func (b *Backend) Destroy(_ context.Context, id session.ID) error {
	_ = b.Runtime.End(id, false) // its last screen is to be shown again; starting it meets the same error
	return nil
}
