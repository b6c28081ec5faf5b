package persist

import (
	"maps"
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/clock"
	"dormer/workspace"
)

// The deadlines of the undo stack are counted by the time that a program runs, and
// written as what the clock will say. Between two programs the clock may be set and
// the machine may sleep. Who has counted on meanwhile is the process that owns the
// session: as long as it lives its word is what holds.

// withWallTimes gives a state the deadlines to be written. What a record says of its deadline is
// that of the entry which keeps its session: of the two, one may be counted and the
// other be a time on the clock, which are told a little differently.
func withWallTimes(s workspace.State, now time.Time) workspace.State {
	s.Undo = slices.Clone(s.Undo)
	s.Sessions = maps.Clone(s.Sessions)
	for i := range s.Undo {
		c := &s.Undo[i]
		c.ClosedAt, c.ExpiresAt = clock.ToWall(c.ClosedAt, now), clock.ToWall(c.ExpiresAt, now)
		for _, id := range c.Sessions {
			if r, known := s.Sessions[id]; known {
				r.Residency.ExpiresAt = c.ExpiresAt
				s.Sessions[id] = r
			}
		}
	}
	return s
}

// withCountedTimes gives a state that was read the deadlines to go on with, drops the entries of
// the undo stack whose time has passed, and gives the sessions that nothing brings
// back any more.
func withCountedTimes(s workspace.State, now time.Time, until func(session.ID) time.Time) (workspace.State, []session.ID) {
	if now.IsZero() { // it is only looked at
		return s, nil
	}
	var kept []workspace.Closed
	var expired []session.ID
	words := hostDeadlines(pastDeadline(s.Undo, now), until)
	for _, c := range s.Undo {
		ends := deadline(c, now)
		for _, id := range c.Sessions {
			ends = later(ends, words[id])
		}
		if !ends.After(now.Round(0)) {
			expired = append(expired, c.Sessions...)
			continue
		}
		c.ClosedAt, c.ExpiresAt = clock.FromWall(c.ClosedAt, now), clock.FromWall(ends, now)
		kept = append(kept, c)
	}
	s.Undo = kept
	s = workspace.Prune(s, func(r workspace.Record) bool { return !slices.Contains(expired, r.ID) })
	return s, expired
}

// deadline is an entry's own. A clock that was put back does not make it longer than
// it was when the entry was written.
func deadline(c workspace.Closed, now time.Time) time.Time {
	whole := c.ExpiresAt.Sub(c.ClosedAt)
	if longest := now.Round(0).Add(whole); whole > 0 && c.ExpiresAt.After(longest) {
		return longest
	}
	return c.ExpiresAt
}

// pastDeadline are the sessions whose entries are over by the clock.
func pastDeadline(undo []workspace.Closed, now time.Time) []session.ID {
	var ids []session.ID
	for _, c := range undo {
		if !c.ExpiresAt.After(now) {
			ids = append(ids, c.Sessions...)
		}
	}
	return ids
}

// hostDeadlines asks for the deadlines of sessions, of all at the same time: a process that
// does not answer is waited for.
func hostDeadlines(ids []session.ID, until func(session.ID) time.Time) map[session.ID]time.Time {
	answers := make([]time.Time, len(ids))
	var asked sync.WaitGroup
	for i, id := range ids {
		asked.Go(func() { answers[i] = until(id) })
	}
	asked.Wait()
	out := make(map[session.ID]time.Time, len(ids))
	for i, id := range ids {
		out[id] = answers[i].Round(0)
	}
	return out
}
