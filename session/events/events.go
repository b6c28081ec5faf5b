package events

import "sync"

// Queue holds undelivered events. The zero Queue is empty and ready.
type Queue[T any] struct {
	mu      sync.Mutex
	pending []T
	busy    bool
}

// Add appends an event. The caller holds the lock that determines the order of events.
func (q *Queue[T]) Add(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pending = append(q.pending, v)
}

// Deliver calls tell for each event, with no lock of the queue held. The caller must not hold a
// lock that tell takes. If another call is delivering, that call delivers these events too, and
// this one returns at once.
func (q *Queue[T]) Deliver(tell func(T)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.busy {
		return
	}
	q.busy = true
	for len(q.pending) > 0 {
		v := q.pending[0]
		q.pending = q.pending[1:]
		q.unlocked(tell, v)
	}
	q.busy = false
}

// unlocked calls tell without the lock, and takes it again even if tell panics.
func (q *Queue[T]) unlocked(tell func(T), v T) {
	q.mu.Unlock()
	defer q.mu.Lock()
	tell(v)
}
