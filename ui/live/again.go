package live

// Again is how a session whose process has ended is started again.
type Again uint8

const (
	// NotAgain is that it is not: it runs, or is not shown.
	NotAgain Again = iota
	// ByItsHost is that its host starts it, if that is still there; see [Set.AskHost].
	ByItsHost
	// Anew is that it gets a new host.
	Anew
)

// Again says how the session is started again, or why it is not. Closed and suspended say how it is
// in the workspace.
func (s *Session) Again(closed, suspended bool) (how Again, why string) {
	switch {
	case s == nil && closed:
		return NotAgain, "it is closed: bring it back first"
	case s == nil && suspended:
		return Anew, ""
	case s == nil:
		return NotAgain, "it is not shown yet: go there first"
	case s.Client != nil && s.Exited() && !s.Client.Gone():
		return ByItsHost, ""
	case s.Over(): // and its host is gone
		return Anew, ""
	}
	return NotAgain, "it runs: only what has ended can be started again"
}
