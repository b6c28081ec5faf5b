package live

import (
	"context"
	"errors"
	"sync"

	"dormer/session"
)

// hosts reconnects to sessions and restarts them for the health monitor ([health.Hosts]), which
// calls it from its own goroutines. The result is a [Found] or a [Started].
type hosts struct {
	runtime Runtime
	send    func(Message)

	mu sync.Mutex
	// specs describe how to reach and start each session.
	specs map[session.ID]session.Spec
	// starting has a channel for each session whose process is being started. It is closed when
	// the start is over.
	starting map[session.ID]chan struct{}
}

// note stores how to start a session.
func (h *hosts) note(spec session.Spec) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.specs[spec.ID] = spec
}

// resized stores how to reach a session, and the size of its pane.
func (h *hosts) resized(id session.ID, source session.Source, size session.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	spec := h.specs[id]
	spec.Source, spec.Size = source, size
	h.specs[id] = spec
}

// forget forgets a session that was dropped.
func (h *hosts) forget(id session.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.specs, id)
}

// errClosed is returned for a session that was dropped meanwhile.
var errClosed = errors.New("it was closed meanwhile")

func (h *hosts) spec(id session.ID) (session.Spec, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if spec, ok := h.specs[id]; ok {
		return spec, nil
	}
	return session.Spec{}, errClosed
}

// noteStart notes that the process of a session is being started, until over is called.
func (h *hosts) noteStart(id session.ID) (over func()) {
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

// awaitStart waits until the process of a session has started or failed to start. It returns at
// once if no start is under way.
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

// Start starts the process of a session whose pane existed before.
func (h *hosts) Start(_ context.Context, id session.ID) error {
	defer h.noteStart(id)()
	spec, err := h.spec(id) // after starts: ending a session forgets its spec and then waits for starts
	if err != nil {
		return err
	}
	conn, err := h.runtime.Start(spec)
	if err == nil {
		h.send(Started{ID: id, Size: spec.Size, Conn: conn})
	}
	return err
}

// Destroy ends the session's remaining processes. Its files stay.
func (h *hosts) Destroy(_ context.Context, id session.ID) error {
	_ = h.runtime.End(id, false) // its last screen is to be shown again; starting it meets the same error
	return nil
}
