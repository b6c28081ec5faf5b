package state

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// IdleTimes are the times for which the output of a running session may stay the same before it is
// shown as idle, by the kind of session.
type IdleTimes struct {
	// Shell is for shells and other programs that read commands from a person, such as python
	// without a script.
	Shell time.Duration
	// Agent is for coding agents.
	Agent time.Duration
	// Command is for all other commands, such as builds, which may be silent for long.
	Command time.Duration
}

// DefaultIdleTimes returns the default times.
func DefaultIdleTimes() IdleTimes {
	return IdleTimes{Shell: 30 * time.Second, Agent: 30 * time.Second, Command: 5 * time.Minute}
}

// After returns the time for a session.
func (t IdleTimes) After(s session.Source, a session.Agent) time.Duration {
	switch {
	case a != session.NoAgent:
		return t.Agent
	case len(s.Command) == 0 || interactive(s.Command):
		return t.Shell
	}
	return t.Command
}

// interactive reports whether a command reads commands from a person: a shell or an interpreter
// without anything to run.
func interactive(command []string) bool {
	program := strings.TrimRight(filepath.Base(command[0]), "0123456789.")
	for _, argument := range command[1:] {
		if !strings.HasPrefix(argument, "-") || argument == "-c" || argument == "-e" {
			return false
		}
	}
	return slices.Contains(interpreters, program)
}

// interpreters are programs that prompt for commands if they are given nothing to run.
var interpreters = []string{
	"sh", "bash", "zsh", "fish", "dash", "ksh", "nu", "elvish", "pwsh",
	"python", "ipython", "bpython", "node", "deno", "bun", "irb", "pry", "ghci", "iex", "erl", "lua", "R", "julia", "octave", "php", "scala",
	"clj", "sbcl", "psql", "mysql", "sqlite", "redis-cli", "gdb", "lldb", "bc", "dc",
}

// IdleFor returns how long the output of a running session has not changed; ok is false if that is
// shorter than the threshold. If the clock was set back, the time is 0.
func (r Record) IdleFor(now time.Time, threshold time.Duration) (idle time.Duration, ok bool) {
	if r.State != session.LifecycleRunning || r.LastActivityAt.IsZero() {
		return 0, false
	}
	idle = max(now.Sub(r.LastActivityAt), 0)
	return idle, idle >= threshold
}

// Text returns the state for display: "running (idle 2m 15s)" for a running session that is idle,
// otherwise the state alone.
func (r Record) Text(now time.Time, threshold time.Duration) string {
	if idle, ok := r.IdleFor(now, threshold); ok {
		return fmt.Sprintf("%s (idle %s)", r.State, FormatDuration(idle))
	}
	return string(r.State)
}

// InStatus returns how long the session has been in its state.
func (r Record) InStatus(now time.Time) time.Duration {
	return max(now.Sub(r.At()), 0)
}

// Total returns how long the session has existed, until now or until it ended.
func (r Record) Total(now time.Time) time.Duration {
	if r.State.Terminal() {
		now = r.At()
	}
	if r.CreatedAt.IsZero() {
		return r.InStatus(now)
	}
	return max(now.Sub(r.CreatedAt), 0)
}

// FormatDuration formats a duration in its two largest units: "45s", "3m 5s", "2h 0m", "3d 4h".
// Fractions of a second are dropped; a negative duration, the result of setting a clock, is "0s".
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
