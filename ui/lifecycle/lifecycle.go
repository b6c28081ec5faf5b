package lifecycle

import (
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/ui/config"
	"dormer/workspace"
)

// Spec is how the process of a session is started: as its record says and the user has configured,
// in an environment. Passing says that its pane closes when the process ends well.
func Spec(spec session.Spec, r workspace.Record, c config.Config, environ []string, passing bool) session.Spec {
	spec.Source, spec.Name, spec.Agent, spec.Lifetime = r.Source, r.Name, r.Agent, r.Lifetime
	spec.Prompt, spec.Setup = r.Prompt, r.Setup
	spec.Known, _ = c.Agents.Lookup(r.Agent) // one that is not known is a command like any other
	spec.Agents = c.Agents.Own()
	spec.Restart = restartOf(r, c)
	spec.Env = c.Panes.Environ(environ, r.Env, passing)
	spec.PlainShell = !c.Panes.Integration
	spec.NoHistory = r.NoHistory
	spec.History = c.History.Limits()
	spec.AmbiguousWide = c.Terminal.AmbiguousWide()
	return spec
}

func restartOf(r workspace.Record, c config.Config) session.Restart {
	return c.RestartOf(r.Restart, r.Agent, r.Source.Shell())
}

// Returns reports whether a session whose process is gone is started again when it is shown.
func Returns(k health.Kept, r workspace.Record, c config.Config) bool {
	return session.Relaunch{
		Shell: r.Source.Shell(), Past: k.Past, Restart: restartOf(r, c), Ask: c.Panes.Restore == config.RestoreAsk,
	}.Next() == session.StartAgain
}

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
func Lost(id session.ID, k health.Kept, r workspace.Record, now time.Time) workspace.Action {
	if k.Past.Ended() || !k.Past.Lost() && !r.Source.Shell() {
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
