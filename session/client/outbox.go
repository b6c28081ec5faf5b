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
	// maxHeld is how much input may wait for the host; more is refused.
	maxHeld = 32 << 20
	// maxControl is how many messages other than input may wait. Only a host that
	// has stopped lets them pile up.
	maxControl = 1 << 10
)

// outbox holds what is to be sent, in two lanes. Control messages go first, in
// order. Input and pastes go in order as far as the host has room for them
// (wire.InputWindow): a paste that nobody reads holds up nothing but what was
// typed after it.
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

// send queues a control message. It reports false where the host has let too
// many pile up.
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

// typed queues typed bytes behind waiting input. It reports false if there is no room for them.
// If nothing is before them it returns them for the caller to send at once, so that they need
// not wait for the sending goroutine.
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

// small is the most input that the caller of typed sends by itself.
const small = 1 << 10

// firstInLine reports whether n typed bytes are few, may be sent now, and nothing else waits.
func (o *outbox) firstInLine(n int) bool {
	return !o.sending && !o.done && len(o.control) == 0 && o.resize == nil && len(o.input) == 1 && o.held == n && n <= min(small, o.room)
}

// paste queues a part of a paste. It reports false where there is no room for
// it; the end of the paste is kept even so.
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

// taken says that the host has room for n more bytes.
func (o *outbox) taken(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.room = min(o.room+max(n, 0), wire.InputWindow)
	if o.room == wire.InputWindow {
		o.since = time.Time{}
	}
	o.ready.Signal()
}

// unanswered is since when the host owes an answer to input; zero where it owes
// none.
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

// finish lets next report the end as soon as nothing more can be sent.
func (o *outbox) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = true
	o.ready.Signal()
}

// next waits for a message that may be sent now, and until the one before is sent. It
// reports false when the outbox is finished. Whoever gets a message says so when it is
// [outbox.sent].
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

// sent says that the message that was taken is sent, and the next may be.
func (o *outbox) sent() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	o.ready.Signal()
}

// unsent puts a message back for which there was no room.
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
