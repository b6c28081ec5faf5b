package live

import (
	"time"

	"dormer/session"
)

const (
	// maxStarting is how many sessions of a [Queue] start at a time: two hundred shells that all read
	// their profiles at once would delay the prompt of the one that the user looks at.
	maxStarting = 3
	// promptTimeout is how long the next ones wait for one that shows no prompt.
	promptTimeout = 2 * time.Second
	// newsDelay is how long the queue waits after the first news of a session on the screen:
	// twenty hosts that all answer at once would delay the one that the user looks at.
	newsDelay = 20 * time.Millisecond
	// newsLimit is how long the queue waits without such news.
	newsLimit = 500 * time.Millisecond
	// step is how often the queue checks whether the sessions that it started show a prompt.
	step = 50 * time.Millisecond
)

// Queue holds the sessions that are not on the screen when the program starts, and starts them a
// few at a time.
type Queue struct {
	due     time.Time // of the first ones
	begun   bool
	waiting []session.ID
	// beginning maps the sessions that were started and may still be busy to when that was.
	beginning map[session.ID]time.Time
}

// Open notes that the program has started.
func (q *Queue) Open(now time.Time) { q.due = now.Add(newsLimit) }

// News notes that a session on the screen has news.
func (q *Queue) News(now time.Time) {
	if at := now.Add(newsDelay); at.Before(q.due) {
		q.due = at
	}
}

// Due returns the time when the next sessions may start; zero if none waits.
func (q *Queue) Due(now time.Time) time.Time {
	switch {
	case !q.begun:
		return q.due
	case len(q.waiting) > 0:
		return now.Add(step)
	}
	return time.Time{}
}

// Begun reports whether [Queue.Begin] was called.
func (q *Queue) Begun() bool { return q.begun }

// Begin puts sessions into the queue, for [Queue.Next].
func (q *Queue) Begin(ids []session.ID) { q.begun, q.waiting = true, ids }

// Done notes that a session is no longer busy starting.
func (q *Queue) Done(id session.ID) { delete(q.beginning, id) }

// Next returns the sessions to start now. begun reports whether a session that was started shows
// its prompt; sessions that are not wanted any more are left out.
func (q *Queue) Next(now time.Time, begun, wanted func(session.ID) bool) (next []session.ID) {
	for id, since := range q.beginning {
		if now.Sub(since) >= promptTimeout || begun(id) {
			delete(q.beginning, id)
		}
	}
	if q.beginning == nil {
		q.beginning = map[session.ID]time.Time{}
	}
	for len(q.waiting) > 0 && len(q.beginning) < maxStarting {
		id := q.waiting[0]
		q.waiting = q.waiting[1:]
		if wanted(id) {
			q.beginning[id] = now
			next = append(next, id)
		}
	}
	return next
}
