package client

import (
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/wire"
)

const (
	// partSize is the most input in one message.
	partSize = 32 << 10
	// maxHeld bounds the input that waits for the host, in bytes; more is refused.
	maxHeld = 32 << 20
	// maxControl bounds the waiting messages other than input. They pile up only if the
	// host has stopped.
	maxControl = 1 << 10
)

// outbox holds messages to be sent, in two lanes. Control messages go first, in order.
// Input and pastes go in order as far as the host has room for them (wire.InputWindow), so
// a paste that the child does not read delays only input that was typed after it.
type outbox struct {
	mu      sync.Mutex
	ready   sync.Cond
	control []wire.Message
	resize  *session.Size // the latest size, not sent yet
	input   []input
	held    int       // bytes in input
	room    int       // bytes that the host has room for
	since   time.Time // when input was sent that the host has not taken yet
	done    bool
	pasting bool // the last paste taken is not complete
	sending bool // a message was taken and is being sent
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

// setSize queues a new size in place of one that was not sent yet.
func (o *outbox) setSize(size session.Size) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.resize = &size
	o.ready.Signal()
}

// typed queues typed bytes behind waiting input. It reports false if there is no room for
// them. If nothing is before them it returns them for the caller to send at once, so that
// they need not wait for the sending goroutine.
func (o *outbox) typed(b []byte) (now wire.Message, fits bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.held+len(b) > maxHeld {
		return nil, false
	}
	if n := len(o.input); n > 0 && !o.input[n-1].paste && len(o.input[n-1].data) < partSize {
		o.input[n-1].data = append(o.input[n-1].data, b...)
	} else {
		o.input = append(o.input, input{data: append([]byte(nil), b...)})
	}
	o.held += len(b)
	if o.firstInLine(len(b)) {
		o.sending = true
		return o.takeInput(), true
	}
	o.ready.Signal()
	return nil, true
}

// small bounds the input that the caller of typed sends itself, in bytes.
const small = 1 << 10

// firstInLine reports whether n typed bytes are few, may be sent now, and nothing else
// waits.
func (o *outbox) firstInLine(n int) bool {
	return !o.sending && !o.done && len(o.control) == 0 && o.resize == nil && len(o.input) == 1 && o.held == n && n <= min(small, o.room)
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

// unanswered returns since when the host has owed an answer to input; zero if it owes none.
func (o *outbox) unanswered() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.since
}

// busy reports whether input waits for a host that has no room for it.
func (o *outbox) busy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.held > o.room
}

// finish makes next report the end once everything that can be sent was sent.
func (o *outbox) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = true
	o.ready.Signal()
}

// next waits until the message before is sent and for the next that may be sent. It reports
// false when the outbox is finished. The caller must call [outbox.sent] when the message is
// sent.
func (o *outbox) next() (wire.Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		if !o.sending {
			if m := o.take(); m != nil {
				o.sending = true
				return m, true
			}
			if o.done {
				return nil, false
			}
		}
		o.ready.Wait()
	}
}

// sent notes that the message that was taken is sent.
func (o *outbox) sent() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	o.ready.Signal()
}

// unsent puts back a message for which there was no room.
func (o *outbox) unsent(m wire.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	o.control = slices.Insert(o.control, 0, m)
	o.ready.Signal()
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

// takeInput takes the next part of the input that waits.
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
