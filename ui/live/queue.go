package live

import (
	"time"

	"dormer/session"
)

const (
	// atOnce is how many sessions of a [Queue] begin at a time: two hundred shells that
	// all read their profiles at once would keep the one that is looked at from its
	// prompt.
	atOnce = 3
	// patience is how long the next ones wait for one that shows no prompt.
	patience = 2 * time.Second
)

// Queue are the sessions that are not on the screen when the program starts. They begin a few
// at a time.
type Queue struct {
	waiting []session.ID
	// beginning are those that were begun and may be busy, and since when.
	beginning map[session.ID]time.Time
}

// Add has sessions wait.
func (q *Queue) Add(ids ...session.ID) { q.waiting = append(q.waiting, ids...) }

// Empty reports whether none waits.
func (q *Queue) Empty() bool { return len(q.waiting) == 0 }

// Done takes note that a session is not busy with beginning.
func (q *Queue) Done(id session.ID) { delete(q.beginning, id) }

// Next returns the sessions that begin now. Begun tells which of those before have got as far
// as they do; those that are not wanted any more are left out.
func (q *Queue) Next(now time.Time, begun, wanted func(session.ID) bool) (next []session.ID) {
	for id, since := range q.beginning {
		if now.Sub(since) >= patience || begun(id) {
			delete(q.beginning, id)
		}
	}
	if q.beginning == nil {
		q.beginning = map[session.ID]time.Time{}
	}
	for len(q.waiting) > 0 && len(q.beginning) < atOnce {
		id := q.waiting[0]
		q.waiting = q.waiting[1:]
		if wanted(id) {
			q.beginning[id] = now
			next = append(next, id)
		}
	}
	return next
}
