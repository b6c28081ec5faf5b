package lifecycle

import (
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/ui/config"
	"dormer/workspace"
)

// Provided notes what runs a session that has started: a host, or the program itself.
func Provided(id session.ID, r workspace.Record, direct bool) workspace.Action {
	by := session.Hosted
	if direct {
		by = session.Direct
	}
	if r.Provider == by {
		return nil
	}
	return workspace.SessionProvided{Session: id, Provider: by}
}

// Resumed notes that a session has a process again.
func Resumed(id session.ID, r workspace.Record) workspace.Action {
	if r.Disposition != session.Suspended && !r.Idled {
		return nil
	}
	return workspace.SessionResumed{Session: id}
}

// Kept is what is kept of a session, with what its record says: a suspended one ran when its
// program or machine went.
func Kept(k health.Kept, r workspace.Record) health.Kept {
	if r.Disposition != session.Suspended {
		return k
	}
	if k.Past.Lifecycle == "" {
		k.Past.Lifecycle = session.LifecycleRunning
	}
	if k.LastSeen.IsZero() {
		k.LastSeen = r.LastActive
	}
	return k
}

// Lost suspends a session that ran when its host went and that is not started again by itself.
func Lost(id session.ID, k health.Kept, shell bool, now time.Time) workspace.Action {
	if k.Past.Ended() || !k.Past.Lost() && !shell {
		return nil
	}
	at := k.LastSeen
	if at.IsZero() {
		at = now
	}
	return workspace.SuspendSessions{Sessions: []session.ID{id}, At: at}
}

// Leaving suspends the sessions whose processes end with the program, all at once. Direct
// reports whether a session lives in the program, nil for none, and over whether it has ended.
func Leaving(s workspace.State, direct, over func(session.ID) bool, now time.Time) workspace.Action {
	var ending []session.ID
	for id, r := range s.Sessions {
		if (r.Lifetime == session.Temporary || direct != nil && direct(id)) && !over(id) {
			ending = append(ending, id)
		}
	}
	return workspace.SuspendSessions{Sessions: ending, At: now}
}

// End is the end of a session's process.
type End struct {
	Exit session.Exit
	// Shell says that it ran the user's shell, Keyed that something was typed into that.
	// Passing says that the pane closes whenever the process ends well.
	Shell, Keyed, Passing bool
	// Area is the size of the session's tab, for closing the pane at a time.
	Area session.Size
	At   time.Time
}

// shortest is how long a shell must have run for its pane to close by itself. One that ends at
// once shows why, and shells are not started over and over.
const shortest = 300 * time.Millisecond

// Ended closes the pane of a session whose process has ended, if the configuration has it so. A
// pane can be brought back if its last screen may be missed.
func Ended(id session.ID, e End, panes config.Panes) workspace.Action {
	switch {
	case e.Passing && e.Exit.Clean():
	case !e.Shell || e.Exit.Ended.Sub(e.Exit.Started) <= shortest || !panes.ClosesAt(e.Exit, e.Keyed):
		return nil
	case !e.Exit.Clean():
		return workspace.ClosePane{Session: id, At: e.At, Area: e.Area}
	}
	return workspace.SessionEnded{Session: id, Area: e.Area}
}
