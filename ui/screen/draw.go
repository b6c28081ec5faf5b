package screen

import (
	"errors"

	"dormer/session/grid"
)

// Draw makes the terminal show b and the cursor c, and returns when the terminal device has
// taken the bytes: one write per frame, none if nothing differs. While the terminal does not
// read, it blocks until Stop or Suspend. The error is [ErrStopped] if the terminal is not in use;
// after any other error the terminal is gone.
func (t *Terminal) Draw(b *Buffer, c grid.Cursor) error {
	<-t.writing
	defer t.release()
	caps, invalid, ok := t.begin()
	if !ok {
		return ErrStopped
	}
	t.renderer.SetCapabilities(caps)
	if invalid {
		t.renderer.Invalidate()
	}
	t.frame = t.renderer.Draw(t.takeQueue(t.frame[:0]), b, c)
	return t.send(t.frame)
}

// begin returns the capabilities and whether the screen is invalid; ok is false if the terminal
// is not in use.
func (t *Terminal) begin() (caps Capabilities, invalid, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	invalid, t.invalid = t.invalid, false
	return t.caps, invalid, t.using
}

// takeQueue appends the queued sequences to dst and empties the queue.
func (t *Terminal) takeQueue(dst []byte) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	dst = append(dst, t.queue...)
	t.queue = t.queue[:0]
	return dst
}

// send writes p; the caller holds the token. After an error the state of the terminal is
// unknown.
func (t *Terminal) send(p []byte) error {
	_, err := t.device.write(p)
	if err == nil {
		return nil
	}
	t.renderer.Invalidate()
	if errors.Is(err, errInterrupted) {
		return ErrStopped
	}
	return err
}

// release returns the token, and writes sequences queued in the meantime.
func (t *Terminal) release() {
	t.writing <- struct{}{}
	t.flush()
}

// Say queues a complete sequence to be written between two frames. It does not wait for the
// terminal.
func (t *Terminal) Say(sequence []byte) {
	if len(sequence) == 0 {
		return
	}
	t.mu.Lock()
	if t.using {
		t.queue = append(t.queue, sequence...)
	}
	t.mu.Unlock()
	t.flush()
}

// flush writes the queue in the background. If a write is in progress, [Terminal.release] does
// that afterwards.
func (t *Terminal) flush() {
	t.mu.Lock()
	idle := len(t.queue) == 0 || !t.using
	t.mu.Unlock()
	if idle {
		return
	}
	select {
	case <-t.writing:
		go t.drain()
	default:
	}
}

// drain writes the queue; the caller passes on the token.
func (t *Terminal) drain() {
	defer t.release()
	if p := t.takeQueue(nil); len(p) > 0 {
		_ = t.send(p) // the next frame meets the same error
	}
}

// Invalidate must be called when another program has written to the terminal: it sets the modes
// that dormer needs again, and the next frame draws everything.
func (t *Terminal) Invalidate() {
	t.mu.Lock()
	t.invalid = true
	var again []byte
	if t.using {
		again = reassert(t.plain, t.wants)
	}
	t.mu.Unlock()
	t.Say(again)
}
