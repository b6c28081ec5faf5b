package live

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/ending"
)

// Mark returns the one-character mark for the state of the process, or of an agent that is blocked
// or has failed; empty for a running process.
func (s *Session) Mark() string {
	switch {
	case s == nil:
		return attention.MarkStarting
	case s.Failed != "":
		return attention.MarkFailed
	case s.Kept != nil:
		return ending.MarkOf(*s.Kept)
	case s.Client == nil && s.OutOfReach():
		return attention.MarkFailed
	case s.Client == nil && s.well():
		return attention.MarkStarting
	case s.Client == nil:
		return attention.MarkUnhealthy
	case s.Status.Runtime == session.Unhealthy || !s.well() && !s.Exited():
		return attention.MarkUnhealthy
	case s.Exited() && s.Status.Exit.Clean() && !s.Status.Stopped:
		return attention.MarkDone
	case s.Exited():
		return attention.MarkFailed
	case s.Agent.State == agent.Blocked:
		return attention.MarkBlocked
	case s.Agent.State == agent.Failed:
		return attention.MarkFailed
	}
	return ""
}

// Exit returns how the process ended, nil if that is not known, and whether it was asked to end.
func (s *Session) Exit() (exit *session.Exit, stopped bool) {
	switch {
	case s == nil:
	case s.Kept != nil:
		return s.Kept.Past.Exit, s.Kept.Past.Stopped()
	case s.Exited():
		return &s.Status.Exit, s.Status.Stopped
	}
	return nil, false
}

// RetryAt returns the time when its agent continues by itself; zero for never.
func (s *Session) RetryAt() time.Time {
	if s == nil || s.Client == nil || s.Kept != nil {
		return time.Time{}
	}
	return s.Agent.Retry.At
}

// Footer returns the message for the last line of the pane, in several lengths from the longest to
// the shortest; nil for none. It leaves keys out while the pane ignores them. mark returns how a
// mark is shown.
func (s *Session) Footer(shell bool, now time.Time, mark func(string) string) []string {
	var lines []ending.Line
	switch {
	case s.Failed != "":
		lines = ending.OutOfReach(s.Failed)
	case s.Kept != nil:
		lines = ending.OfKept(*s.Kept, shell, now, mark)
	case s.Exited() && s.Agent.Outlook(now) != "":
		lines = append(ending.OfRetry(s.Status.Exit, s.Agent, now, mark), ending.OfExit(s.Status.Exit, s.Status.Stopped, now, mark)...)
	case s.well() && !s.Exited() && s.RetryAt() != (time.Time{}):
		return ending.Texts(ending.OfFailure(s.Agent, now, mark), true)
	case s.Exited():
		lines = ending.OfExit(s.Status.Exit, s.Status.Stopped, now, mark)
	case !s.well():
		lines = ending.OfHealth(s.Health, s.Gone, now)
	default:
		return nil
	}
	return ending.Texts(lines, !s.Ended.ignores)
}
