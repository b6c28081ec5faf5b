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

// While a program runs, the deadlines of the undo stack are counted by a clock that cannot be
// set (package clock). In the document they are times of the wall clock. While no program runs
// the wall clock may be set and the machine may sleep. The host of the session keeps counting,
// so if it lives, its deadline is used.

// withWallTimes returns a state with deadlines of the wall clock, for writing. A record gets
// the deadline of the entry that keeps its session, so that the two are the same to the
// nanosecond.
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

// withCountedTimes converts the deadlines of a state that was read to the counting clock and
// drops expired entries of the undo stack. It returns the new state and the sessions of the
// expired entries.
func withCountedTimes(s workspace.State, now time.Time, until func(session.ID) time.Time) (workspace.State, []session.ID) {
	if now.IsZero() { // the state is only inspected
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
			for _, id := range c.Sessions {
				if s.Sessions[id].Disposition != session.Archived { // an archived session stays archived
					expired = append(expired, id)
				}
			}
			continue
		}
		c.ClosedAt, c.ExpiresAt = clock.FromWall(c.ClosedAt, now), clock.FromWall(ends, now)
		kept = append(kept, c)
	}
	s.Undo = kept
	s = workspace.Prune(s, func(r workspace.Record) bool { return !slices.Contains(expired, r.ID) })
	return s, expired
}

// deadline returns the deadline of an entry. The remaining time is at most the time that the
// entry had when it was closed, even if the clock was set back.
func deadline(c workspace.Closed, now time.Time) time.Time {
	whole := c.ExpiresAt.Sub(c.ClosedAt)
	if longest := now.Round(0).Add(whole); whole > 0 && c.ExpiresAt.After(longest) {
		return longest
	}
	return c.ExpiresAt
}

// pastDeadline returns the sessions of entries whose deadline has passed by the wall clock.
func pastDeadline(undo []workspace.Closed, now time.Time) []session.ID {
	var ids []session.ID
	for _, c := range undo {
		if !c.ExpiresAt.After(now) {
			ids = append(ids, c.Sessions...)
		}
	}
	return ids
}

// hostDeadlines asks the hosts of sessions for their deadlines, all concurrently.
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
