package live

import (
	"slices"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/duration"
)

// AnyAsks reports whether any session asks for attention.
func (s *Set) AnyAsks() bool {
	for _, l := range s.sessions {
		if l.Asks.Reason != attention.None {
			return true
		}
	}
	return false
}

// AnyAgent reports whether any session has an agent.
func (s *Set) AnyAgent() bool {
	for _, l := range s.sessions {
		if l.Agent.State != "" {
			return true
		}
	}
	return false
}

// Blocked reports whether the agent of a session waits for an answer.
func (s *Set) Blocked(id session.ID) bool {
	l := s.sessions[id]
	return l != nil && !l.Over() && l.Agent.State == agent.Blocked
}

// PutOffUntil returns the time when the first agent that is put off asks again; zero for none.
func (s *Set) PutOffUntil(now time.Time) (until time.Time) {
	for _, l := range s.sessions {
		if at := l.PutOff.Until; at.After(now) {
			until = duration.Earlier(until, at)
		}
	}
	return until
}

// LongestAsking returns the session in of that has asked for attention for longest; the zero id for
// none.
func (s *Set) LongestAsking(of []session.ID) (longest session.ID) {
	var since time.Time
	for _, id := range of {
		if l := s.sessions[id]; l != nil && l.Asks.Reason != attention.None && (longest == session.ID{} || l.Asks.Since.Before(since)) {
			longest, since = id, l.Asks.Since
		}
	}
	return longest
}

// AsksNew reports whether a session in of asks for attention and was not seen yet.
func (s *Set) AsksNew(of []session.ID) bool {
	return slices.ContainsFunc(of, func(id session.ID) bool {
		l := s.sessions[id]
		return l != nil && l.Asks.Reason != attention.None && !l.Asks.Seen
	})
}
