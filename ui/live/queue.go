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
	// newsDelay is how long they wait once there is news of what is on the screen: twenty
	// hosts that all answer at once would keep the one that is looked at from doing so.
	newsDelay = 20 * time.Millisecond
	// newsLimit is how long they wait where there is no news.
	newsLimit = 500 * time.Millisecond
	// step is how often the next ones look whether those before show a prompt.
	step = 50 * time.Millisecond
)

// Queue are the sessions that are not on the screen when the program starts. They begin a few
// at a time.
type Queue struct {
	due     time.Time // of the first ones
	begun   bool
	waiting []session.ID
	// beginning are those that were begun and may be busy, and since when.
	beginning map[session.ID]time.Time
}

// Open takes note that the program has started.
func (q *Queue) Open(now time.Time) { q.due = now.Add(newsLimit) }

// News takes note that there is news of what is on the screen.
func (q *Queue) News(now time.Time) {
	if at := now.Add(newsDelay); at.Before(q.due) {
		q.due = at
	}
}

// Due is when the next ones may begin; zero where none waits.
func (q *Queue) Due(now time.Time) time.Time {
	switch {
	case !q.begun:
		return q.due
	case len(q.waiting) > 0:
		return now.Add(step)
	}
	return time.Time{}
}

// Begun reports whether the first ones may have begun.
func (q *Queue) Begun() bool { return q.begun }

// Begin has sessions wait for [Queue.Next].
func (q *Queue) Begin(ids []session.ID) { q.begun, q.waiting = true, ids }

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
