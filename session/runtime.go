package session

// CanBecome reports whether the status of one attachment may go from s directly to another.
// Unhealthy is left only by the end of the session; if the session can be reached again later, it
// gets a new attachment, which starts with Initializing.
func (s RuntimeStatus) CanBecome(to RuntimeStatus) bool {
	switch s {
	case Initializing:
		return to == Running || to == Exited
	case Running:
		return to == Exited || to == Unhealthy
	case Unhealthy:
		return to == Exited
	case Exited:
	}
	return false
}
