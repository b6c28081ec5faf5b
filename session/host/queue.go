package host

import (
	"sync"

	"dormer/session/wire"
)

const (
	// maxReplies limits the emulator's answers that wait for a child that does not read, in bytes.
	// Further ones are dropped, as in other terminals.
	maxReplies = 64 << 10
	// joined limits an item to which further input of the same viewer is appended, in bytes.
	joined = 4 << 10
)

// queue is the child's input, in order. Adding to it never blocks: viewers keep to their windows,
// and the emulator's answers are limited.
//
// During a paste, input from others waits behind it, so that no key or answer gets into the pasted
// text.
type queue struct {
	mu      sync.Mutex
	ready   sync.Cond
	items   []item
	waiting []func() // functions that wait for the end of the paste
	replies int      // bytes of waiting answers
	paste   *paste
	closed  bool
}

// item is bytes for the child. If it has a viewer, credit bytes of that viewer's window are
// returned when the item is written or dropped.
type item struct {
	data   []byte
	from   *viewer
	credit int
}

// paste is an incomplete paste.
type paste struct {
	from   *viewer
	filter pasteFilter
}

func newQueue() *queue {
	q := &queue{}
	q.ready.L = &q.mu
	return q
}

// reply queues an answer of the emulator.
func (q *queue) reply(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(data) == 0 || q.closed || q.replies+len(data) > maxReplies {
		return
	}
	q.replies += len(data)
	q.afterPaste(nil, func() { q.push(item{data: data}) })
}

// input queues a viewer's input. It ends a paste of the same viewer.
func (q *queue) input(from *viewer, data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.afterPaste(from, func() {
		q.endPaste()
		q.push(item{data: data, from: from, credit: len(data)})
	})
}

// inputWhole queues input in one piece that comes from no viewer.
func (q *queue) inputWhole(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.afterPaste(nil, func() { q.push(item{data: data}) })
}

// pastePart queues a part of a viewer's paste. bracketed reports whether the child has enabled
// bracketed paste; its value at the first part of a paste counts.
func (q *queue) pastePart(from *viewer, m wire.Paste, bracketed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.afterPaste(from, func() {
		var out []byte
		if q.paste == nil {
			q.paste = &paste{from: from, filter: pasteFilter{bracketed: bracketed}}
			out = q.paste.filter.begin()
		}
		out = append(out, q.paste.filter.part(m.Data)...)
		q.push(item{data: out, from: from, credit: len(m.Data)})
		if !m.More {
			q.endPaste()
		}
	})
}

// leave removes a viewer: its paste ends; its other input stays.
func (q *queue) leave(from *viewer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.afterPaste(from, q.endPaste)
}

// afterPaste calls do, which adds to the queue, now or after another viewer's paste.
func (q *queue) afterPaste(from *viewer, do func()) {
	if q.paste != nil && q.paste.from != from && !q.closed {
		q.waiting = append(q.waiting, func() { q.afterPaste(from, do) })
		return
	}
	do()
}

// endPaste completes the paste in progress, if there is one, and adds the input that waited for it.
func (q *queue) endPaste() {
	if q.paste == nil {
		return
	}
	end := q.paste.filter.end()
	q.paste = nil
	q.push(item{data: end})
	behind := q.waiting
	q.waiting = nil
	for _, do := range behind {
		do()
	}
}

// close drops waiting and later input, and wakes the writer.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, it := range q.items {
		it.done()
	}
	q.items = nil
	q.endPaste()
	q.ready.Broadcast()
}

func (q *queue) push(it item) {
	if q.closed || len(it.data) == 0 {
		it.done()
		return
	}
	if n := len(q.items); n > 0 && q.items[n-1].from == it.from && len(q.items[n-1].data)+len(it.data) <= joined {
		q.items[n-1].data = append(q.items[n-1].data, it.data...)
		q.items[n-1].credit += it.credit
		return
	}
	q.items = append(q.items, it)
	q.ready.Signal()
}

// next waits for the next item. It reports false when the queue is closed.
func (q *queue) next() (item, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.ready.Wait()
	}
	if q.closed {
		return item{}, false
	}
	it := q.items[0]
	q.items[0] = item{}
	q.items = q.items[1:]
	if it.from == nil {
		q.replies = max(q.replies-len(it.data), 0) // the end of a paste has no viewer either
	}
	return it, true
}

// done returns the item's credit to its viewer.
func (it item) done() {
	if it.from != nil && it.credit > 0 {
		it.from.taken(it.credit)
	}
}
