package events

import "sync"

// Queue holds what is still to be told. The zero Queue is empty and ready.
type Queue[T any] struct {
	mu      sync.Mutex
	pending []T
	busy    bool
}

// Add puts something at the end. The caller adds while the order is certain: under the
// lock that makes it so.
func (q *Queue[T]) Add(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pending = append(q.pending, v)
}

// Deliver tells of all that was added, with no lock of the queue held; the caller holds
// none that tell takes. Where another call is at it already, that one does, and this
// one returns at once.
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

// unlocked tells without the lock, and takes it again whatever becomes of that.
func (q *Queue[T]) unlocked(tell func(T), v T) {
	q.mu.Unlock()
	defer q.mu.Lock()
	tell(v)
}
