package live

import (
	"time"

	"dormer/session"
	"dormer/ui/duration"
)

// EndedDue returns when [EndedKeys.Tick] has something to do in one of the panes; zero for never.
func (s *Set) EndedDue(panes []session.ID) (at time.Time) {
	for _, id := range panes {
		if l := s.sessions[id]; l != nil {
			at = duration.Earlier(at, l.Ended.Due())
		}
	}
	return at
}

// RetryDue returns when one of the panes shows another text for the time until its agent starts
// again; zero for never. The text counts seconds in the last hour; before that it is a time of day.
func (s *Set) RetryDue(panes []session.ID, now time.Time) (at time.Time) {
	for _, id := range panes {
		switch retry := s.sessions[id].RetryAt(); {
		case retry.IsZero():
		case retry.Sub(now) > time.Hour:
			at = duration.Earlier(at, retry.Add(-time.Hour))
		default:
			at = duration.Earlier(at, now.Add(time.Second))
		}
	}
	return at
}
