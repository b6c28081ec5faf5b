package live

// Again is the way to start a session again whose process has ended.
type Again uint8

const (
	// NotAgain means that the session cannot be started again: it runs, or is not shown.
	NotAgain Again = iota
	// ByItsHost means that its host starts it, if the host still exists; see [Set.AskHost].
	ByItsHost
	// Anew means that it gets a new host.
	Anew
)

// Again returns how to start the session again, or why that is refused. closed and suspended are
// its state in the workspace.
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
