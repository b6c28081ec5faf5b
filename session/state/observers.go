package state

import (
	"slices"
	"sync"
)

// observers tells functions of transitions, in order and without a lock held.
type observers struct {
	mu      sync.Mutex
	next    int
	list    []observer
	pending []transition
	busy    bool
}

type observer struct {
	key int
	fn  func(was, is Record)
}

type transition struct{ was, is Record }

func (o *observers) add(fn func(was, is Record)) (cancel func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := o.next
	o.next++
	o.list = append(o.list, observer{key, fn})
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.list = slices.DeleteFunc(slices.Clone(o.list), func(e observer) bool { return e.key == key })
	}
}

// queue notes a transition while its order is certain.
func (o *observers) queue(was, is Record) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, transition{was, is})
}

// deliver tells of what was queued. Where another call is at it already, that one
// does, in order; so an observer may cause the next transition.
func (o *observers) deliver() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy {
		return
	}
	o.busy = true
	for len(o.pending) > 0 {
		t, list := o.pending[0], o.list
		o.pending = o.pending[1:]
		o.tell(t, list)
	}
	o.busy = false
}

// tell calls observers without the lock, and takes it again whatever they do.
func (o *observers) tell(t transition, list []observer) {
	o.mu.Unlock()
	defer o.mu.Lock()
	for _, e := range list {
		e.fn(t.was, t.is)
	}
}
