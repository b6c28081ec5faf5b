package attention

import (
	"slices"
	"time"

	"dormer/session"
)

// PutOff silences a waiting agent until a time, as long as it waits for the same thing.
type PutOff struct {
	// Since is when the agent began to wait.
	Since, Until time.Time
}

// PutOffTime is how long an agent is put off.
const PutOffTime = 10 * time.Minute

// Active reports whether an agent that has waited since since is put off now.
func (p PutOff) Active(since, now time.Time) bool { return p.Since.Equal(since) && now.Before(p.Until) }

// Next returns the session after at in the queue: the first one if at is not in the queue, the zero
// id after the last.
func Next(queue []session.ID, at session.ID) session.ID {
	if i := slices.Index(queue, at) + 1; i < len(queue) {
		return queue[i]
	}
	return session.ID{}
}
