package attention

import (
	"slices"
	"time"

	"dormer/session"
)

// PutOff is that the user wants to hear nothing of an agent that waits, for some time and as
// long as it waits for the same.
type PutOff struct {
	// Since is since when the agent has waited for that.
	Since, Until time.Time
}

// PutOffTime is how long an agent is put off.
const PutOffTime = 10 * time.Minute

// Holds reports whether an agent that has waited since a time is put off now.
func (p PutOff) Holds(since, now time.Time) bool { return p.Since.Equal(since) && now.Before(p.Until) }

// Next returns the session that follows another one in a queue: the first of it if the other is
// not there, the zero id after the last.
func Next(queue []session.ID, at session.ID) session.ID {
	if i := slices.Index(queue, at) + 1; i < len(queue) {
		return queue[i]
	}
	return session.ID{}
}
