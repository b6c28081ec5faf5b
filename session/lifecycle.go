package session

import (
	"slices"
)

// Lifecycle is the state of a session's process. The owner of the process writes it; the strings
// are those on disk.
type Lifecycle string

// The eight states. The last four are terminal.
const (
	// Created sessions have only a record.
	Created Lifecycle = "created"
	// Starting sessions are getting their host, PTY and process.
	Starting Lifecycle = "starting"
	// LifecycleRunning sessions have a process. Whether it works or idles is not a state; it is
	// computed from its output.
	LifecycleRunning Lifecycle = "running"
	// Stopping sessions were asked to end and have not ended yet.
	Stopping Lifecycle = "stopping"
	// Stopped sessions ended at the user's request.
	Stopped Lifecycle = "stopped"
	// Failed sessions did not start, crashed, or ended with an exit code other than 0.
	Failed Lifecycle = "failed"
	// Completed sessions ended on their own with exit code 0.
	Completed Lifecycle = "completed"
	// Orphaned sessions lost their workspace while they were active.
	Orphaned Lifecycle = "orphaned"
)

// successors holds the twelve edges. A state without successors is terminal.
var successors = map[Lifecycle][]Lifecycle{
	Created:          {Starting, Failed, Orphaned},
	Starting:         {LifecycleRunning, Failed, Orphaned},
	LifecycleRunning: {Stopping, Failed, Completed, Orphaned},
	Stopping:         {Stopped, Failed},
	Stopped:          nil,
	Failed:           nil,
	Completed:        nil,
	Orphaned:         nil,
}

// Lifecycles lists the eight states in the order in which a session passes through them.
func Lifecycles() []Lifecycle {
	return []Lifecycle{
		Created, Starting, LifecycleRunning, Stopping,
		Stopped, Failed, Completed, Orphaned,
	}
}

// Valid reports whether l is one of the eight states.
func (l Lifecycle) Valid() bool {
	_, ok := successors[l]
	return ok
}

// Terminal reports whether l is a state that a session never leaves.
func (l Lifecycle) Terminal() bool {
	next, ok := successors[l]
	return ok && len(next) == 0
}

// CanBecome reports whether a session may go from l directly to another state. No state may become
// itself.
func (l Lifecycle) CanBecome(to Lifecycle) bool {
	return slices.Contains(successors[l], to)
}
