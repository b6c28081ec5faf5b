package state

import (
	"slices"
	"sync"

	"dormer/session/events"
)

// observers calls functions for transitions, in order and without a lock held; so an observer may
// cause the next transition.
type observers struct {
	mu          sync.Mutex
	next        int
	list        []observer
	transitions events.Queue[transition]
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

// snapshot returns the present observers.
func (o *observers) snapshot() []observer {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.list
}

// queue queues a transition while its order is certain.
func (o *observers) queue(was, is Record) { o.transitions.Add(transition{was, is}) }

// deliver calls the observers for the queued transitions.
func (o *observers) deliver() {
	o.transitions.Deliver(func(t transition) {
		for _, e := range o.snapshot() {
			e.fn(t.was, t.is)
		}
	})
}
