package lifecycle

import (
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/ui/config"
	"dormer/workspace"
)

// Spec completes spec, which says how to start the process of a session, from the session's record,
// the configuration and an environment. passing means that the pane closes when the process ends
// well.
func Spec(spec session.Spec, r workspace.Record, c config.Config, environ []string, passing bool) session.Spec {
	spec.Source, spec.Name, spec.Agent, spec.Lifetime = r.Source, r.Name, r.Agent, r.Lifetime
	spec.Prompt, spec.Retry, spec.Setup = r.Prompt, r.Retry, r.Setup
	spec.Known, _ = c.Agents.Lookup(r.Agent) // an unknown agent is treated like any other command
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

// RestartsWhenShown reports whether a session without a process is started again when it is shown.
func RestartsWhenShown(k health.Kept, r workspace.Record, c config.Config) bool {
	return session.Relaunch{
		Shell: r.Source.Shell(), Past: k.Past, Restart: restartOf(r, c), Ask: c.Panes.Restore == config.RestoreAsk,
	}.Next() == session.StartAgain
}

// Provided records the provider of a session that has started: a host, or the program itself.
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

// Resumed records that a session has a process again.
func Resumed(id session.ID, r workspace.Record) workspace.Action {
	if r.Disposition != session.Suspended && !r.Idled {
		return nil
	}
	return workspace.SessionResumed{Session: id}
}

// Kept returns the kept state of a session, completed from its record: a suspended session was
// running when its program or machine stopped.
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

// Lost suspends a session that was running when its host stopped, if it is not started again by
// itself.
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

// Leaving suspends the sessions whose processes end with the program, in one action. direct reports
// whether a session lives in the program; nil if none does. over reports whether a session has
// ended.
func Leaving(s workspace.State, direct, over func(session.ID) bool, now time.Time) workspace.Action {
	var ending []session.ID
	for id, r := range s.Sessions {
		if (r.Lifetime == session.Temporary || direct != nil && direct(id)) && !over(id) {
			ending = append(ending, id)
		}
	}
	return workspace.SuspendSessions{Sessions: ending, At: now}
}

// End describes the end of a session's process.
type End struct {
	Exit session.Exit
	// Shell means that the process was the user's shell, Keyed that the user typed into it. Passing
	// means that the pane closes whenever the process ends well.
	Shell, Keyed, Passing bool
	// Area is the size of the session's tab, and At the time at which the pane closes.
	Area session.Size
	At   time.Time
}

// minShellTime is the minimum run time of a shell for its pane to close by itself. The pane of a shell
// that ends at once stays open to show why, and so that shells are not started over and over.
const minShellTime = 300 * time.Millisecond

// Ended closes the pane of a session whose process has ended, if the configuration says so. A pane
// whose last screen may be missed can be brought back.
func Ended(id session.ID, e End, panes config.Panes) workspace.Action {
	switch {
	case e.Passing && e.Exit.Clean():
	case !e.Shell || e.Exit.Ended.Sub(e.Exit.Started) <= minShellTime || !panes.ClosesAt(e.Exit, e.Keyed):
		return nil
	case !e.Exit.Clean():
		return workspace.ClosePane{Session: id, At: e.At, Area: e.Area}
	}
	return workspace.SessionEnded{Session: id, Area: e.Area}
}
