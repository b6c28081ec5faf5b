package health

import "dormer/session"

// Runtime is the runtime status of an attachment after an event brought its
// session to a status. It goes along the edges of
// [session.RuntimeStatus.CanBecome] only, if need be along two: a session whose
// host is found and does not answer was running as far as anyone can tell.
func Runtime(now session.RuntimeStatus, s Status, e Event) session.RuntimeStatus {
	switch s.Phase {
	case Alive:
		return toward(now, session.Running)
	case Dead, Missing, Failed:
		if e.Gone || e.Kind == SessionDied || e.Kind == CreateFailed || e.Kind == SocketMissing {
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
