package state

import (
	"fmt"
	"time"

	"dormer/session"
)

// How long output may stay the same before a running session is shown as idle.
const (
	// idleInteractive is for shells, REPLs and agents, which wait for people.
	idleInteractive = 30 * time.Second
	// idleCommand is for commands such as builds, which may be silent for long.
	idleCommand = 5 * time.Minute
)

// IdleAfter is the threshold for a session of a kind.
func IdleAfter(s session.Source, a session.Agent) time.Duration {
	if a == session.NoAgent && len(s.Command) > 0 {
		return idleCommand
	}
	return idleInteractive
}

// IdleFor returns how long a running session has shown nothing new, where that is
// as long as the threshold. Where the clock was set back that is no time at all.
func (r Record) IdleFor(now time.Time, threshold time.Duration) (idle time.Duration, ok bool) {
	if r.State != session.LifecycleRunning || r.LastActivityAt.IsZero() {
		return 0, false
	}
	idle = max(now.Sub(r.LastActivityAt), 0)
	return idle, idle >= threshold
}

// Text is the state as it is shown: "running (idle 2m 15s)" for a running session
// that is idle, else the state alone.
func (r Record) Text(now time.Time, threshold time.Duration) string {
	if idle, ok := r.IdleFor(now, threshold); ok {
		return fmt.Sprintf("%s (idle %s)", r.State, FormatDuration(idle))
	}
	return string(r.State)
}

// InStatus is how long the session has been in its state.
func (r Record) InStatus(now time.Time) time.Duration {
	return max(now.Sub(r.StateChangedAt), 0)
}

// Total is how long the session has been there, until now or until it ended.
func (r Record) Total(now time.Time) time.Duration {
	if r.State.Terminal() {
		now = r.StateChangedAt
	}
	if r.CreatedAt.IsZero() {
		return r.InStatus(now)
	}
	return max(now.Sub(r.CreatedAt), 0)
}

// FormatDuration writes a duration in its two largest units: "45s", "3m 5s",
// "2h 0m", "3d 4h". What is below a second is left off; negative ones, which come
// from a clock that was set, are "0s".
func FormatDuration(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < 0:
		return "0s"
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm %ds", d/time.Minute, d%time.Minute/time.Second)
	case d < day:
		return fmt.Sprintf("%dh %dm", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%dd %dh", d/day, d%day/time.Hour)
}
