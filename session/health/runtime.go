package health

import "dormer/session"

// runtimeAfter is the runtime status of an attachment after an event brought its
// session to a status. It goes along the edges of
// [session.RuntimeStatus.CanBecome] only, if need be along two: a session whose
// host is found and does not answer was running as far as anyone can tell.
func runtimeAfter(now session.RuntimeStatus, s Status, e event) session.RuntimeStatus {
	switch s.Phase {
	case Alive:
		return toward(now, session.Running)
	case Dead, Missing, Failed:
		if e.Gone || e.Kind == sessionDied || e.Kind == createFailed || e.Kind == socketMissing {
			return toward(now, session.Exited)
		}
		return toward(now, session.Unhealthy)
	case Unknown, Verifying, Recovering:
	}
	return now
}

// toward is a status where the way there is allowed, else the one it is.
func toward(now, to session.RuntimeStatus) session.RuntimeStatus {
	if now.CanBecome(to) || now.CanBecome(session.Running) && session.Running.CanBecome(to) {
		return to
	}
	return now
}
