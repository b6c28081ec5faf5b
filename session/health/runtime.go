package health

import "dormer/session"

// runtimeAfter returns the runtime status of an attachment after an event has brought its session
// to a status. It follows the edges of [session.RuntimeStatus.CanBecome], two at a time if
// necessary: a session whose host is found and does not answer counts as having run.
func runtimeAfter(now session.RuntimeStatus, s Status, e event) session.RuntimeStatus {
	switch s.Phase {
	case Alive:
		return allowedStep(now, session.Running)
	case Dead, Missing, Failed:
		if e.Gone || e.Kind == sessionDied || e.Kind == createFailed || e.Kind == socketMissing {
			return allowedStep(now, session.Exited)
		}
		return allowedStep(now, session.Unhealthy)
	case Unknown, Verifying, Recovering:
	}
	return now
}

// allowedStep returns to if the edge from now is allowed, otherwise now.
func allowedStep(now, to session.RuntimeStatus) session.RuntimeStatus {
	if now.CanBecome(to) || now.CanBecome(session.Running) && session.Running.CanBecome(to) {
		return to
	}
	return now
}
