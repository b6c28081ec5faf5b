package live

import (
	"context"
	"errors"
	"sync"

	"dormer/session"
)

// hosts connects to sessions again and starts them again, as the health monitor asks
// ([health.Hosts]): from its goroutines. What comes of it is a [Found] or a [Started].
type hosts struct {
	runtime Runtime
	send    func(Message)

	mu sync.Mutex
	// specs are what it takes to reach each session, and to start it.
	specs map[session.ID]session.Spec
	// starting are the sessions whose process is being started; a channel is closed when
	// that is over.
	starting map[session.ID]chan struct{}
}

// note takes note of what it takes to start a session.
func (h *hosts) note(spec session.Spec) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.specs[spec.ID] = spec
}

// resized takes note of what it takes to reach a session, and of the size of its pane.
func (h *hosts) resized(id session.ID, source session.Source, size session.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	spec := h.specs[id]
	spec.Source, spec.Size = source, size
	h.specs[id] = spec
}

// forget forgets a session that was let go of.
func (h *hosts) forget(id session.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.specs, id)
}

// errClosed says that a session was let go of.
var errClosed = errors.New("it was closed meanwhile")

func (h *hosts) spec(id session.ID) (session.Spec, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if spec, ok := h.specs[id]; ok {
		return spec, nil
	}
	return session.Spec{}, errClosed
}

// starts takes note that the process of a session is being started, until over is called.
func (h *hosts) starts(id session.ID) (over func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	done := make(chan struct{})
	h.starting[id] = done
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.starting[id] == done {
			delete(h.starting, id)
		}
		close(done)
	}
}

// awaitStart returns when the process of a session was started, or could not be; at once
// where it is not being started.
func (h *hosts) awaitStart(id session.ID) {
	h.mu.Lock()
	done, starting := h.starting[id]
	h.mu.Unlock()
	if starting {
		<-done
	}
}

// Reattach connects to a session whose connection was lost.
func (h *hosts) Reattach(_ context.Context, id session.ID) error {
	spec, err := h.spec(id)
	if err != nil {
		return err
	}
	conn, err := h.runtime.Attach(spec.Source, id)
	if err == nil {
		h.send(Found{ID: id, Size: spec.Size, Conn: conn})
	}
	return err
}

// Start starts the process of a session whose pane was there before.
func (h *hosts) Start(_ context.Context, id session.ID) error {
	defer h.starts(id)()
	spec, err := h.spec(id) // after that: who ends it forgets it and then waits
	if err != nil {
		return err
	}
	conn, err := h.runtime.Start(spec)
	if err == nil {
		h.send(Started{ID: id, Size: spec.Size, Conn: conn})
	}
	return err
}

// Destroy ends what is left of a session.
func (h *hosts) Destroy(_ context.Context, id session.ID) error {
	_ = h.runtime.End(id, false) // its last screen is to be shown again; starting it meets the same error
	return nil
}
