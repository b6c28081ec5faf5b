package client

import (
	"sync"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

const (
	// partSize is the largest input in one message.
	partSize = 32 << 10
	// maxHeld limits the input that waits for the host, in bytes; more is refused.
	maxHeld = 32 << 20
	// maxControl limits the waiting messages other than input. They accumulate only if the host has
	// stopped.
	maxControl = 1 << 10
)

// outbox holds the messages to send, in two lanes. Control messages go first, in order. Input and
// pastes go in order as far as the host has room for them (wire.InputWindow), so a paste that the
// child does not read delays only later input.
type outbox struct {
	mu      sync.Mutex
	ready   sync.Cond
	control []wire.Message
	resize  *session.Size // the latest size, not yet sent
	input   []input
	held    int       // bytes in input
	room    int       // bytes that the host can accept
	since   time.Time // when unprocessed input was sent
	done    bool
	pasting bool // the last paste is incomplete
}

// input is bytes for the child.
type input struct {
	data  []byte
	paste bool
	more  bool // more parts of this paste follow
}

func newOutbox() *outbox {
	o := &outbox{room: wire.InputWindow}
	o.ready.L = &o.mu
	return o
}

// send queues a control message. It reports false if too many are waiting.
func (o *outbox) send(m wire.Message) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.control) >= maxControl {
		return false
	}
	o.control = append(o.control, m)
	o.ready.Signal()
	return true
}

// setSize queues a new size, and replaces an unsent one.
func (o *outbox) setSize(size session.Size) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.resize = &size
	o.ready.Signal()
}

// typed queues typed bytes behind waiting input. It reports false if there is no room for them.
func (o *outbox) typed(b []byte) (fits bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held+len(b) > maxHeld {
		return false
	}
	if n := len(o.input); n > 0 && !o.input[n-1].paste && len(o.input[n-1].data) < partSize {
		o.input[n-1].data = append(o.input[n-1].data, b...)
	} else {
		o.input = append(o.input, input{data: append([]byte(nil), b...)})
	}
	o.held += len(b)
	o.ready.Signal()
	return true
}

// paste queues a part of a paste. It reports false if there is no room for it, but still
// queues the end of the paste.
func (o *outbox) paste(b []byte, more bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	fits := o.held+len(b) <= maxHeld
	if !fits {
		b = nil
	}
	if fits || o.pasting && !more {
		o.input = append(o.input, input{data: append([]byte(nil), b...), paste: true, more: more})
		o.held += len(b)
		o.pasting = more
		o.ready.Signal()
	}
	return fits
}

// taken notes that the host has room for n more bytes.
func (o *outbox) taken(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.room = min(o.room+max(n, 0), wire.InputWindow)
	if o.room == wire.InputWindow {
		o.since = time.Time{}
	}
	o.ready.Signal()
}

// unanswered returns the time since which the host has not processed input; zero if it has
// processed all.
func (o *outbox) unanswered() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.since
}

// finish makes next report the end once all messages that can be sent have been sent.
func (o *outbox) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = true
	o.ready.Signal()
}

// next waits for a message that may be sent now. It reports false when the outbox is
// finished.
func (o *outbox) next() (wire.Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		if m := o.take(); m != nil {
			return m, true
		}
		if o.done {
			return nil, false
		}
		o.ready.Wait()
	}
}

func (o *outbox) take() wire.Message {
	if len(o.control) > 0 {
		m := o.control[0]
		o.control[0] = nil
		o.control = o.control[1:]
		return m
	}
	if o.resize != nil {
		m := wire.Resize{Size: *o.resize}
		o.resize = nil
		return m
	}
	return o.takeInput()
}

// takeInput takes the next part of the waiting input.
func (o *outbox) takeInput() wire.Message {
	if len(o.input) == 0 || o.room == 0 && len(o.input[0].data) > 0 {
		return nil
	}
	first := &o.input[0]
	n := min(len(first.data), partSize, o.room)
	part := first.data[:n:n]
	first.data = first.data[n:]
	o.room -= n
	o.held -= n
	if o.since.IsZero() {
		o.since = time.Now()
	}
	rest := len(first.data) > 0
	paste, more := first.paste, first.more || rest
	if !rest {
		*first = input{}
		o.input = o.input[1:]
	}
	if paste {
		return wire.Paste{Data: part, More: more}
	}
	return wire.Input{Data: part}
}
