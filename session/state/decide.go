package state

import (
	"fmt"
	"time"

	"dormer/session"
)

// Observation is the observable state of a session whose recorded state is running.
type Observation struct {
	// Host reports that the session's host lives.
	Host bool
	// Shell reports that the process that the host started lives.
	Shell bool
	// Command reports that the session was opened for one command. Without it, a shell without
	// children is at its prompt and counts as running.
	Command bool
	// Children reports that something runs in the foreground: a child of the shell, or the command
	// itself.
	Children bool
	// Exit is how the command ended; nil if that is unknown.
	Exit *session.Exit
	// Quiet is the time since the output last changed.
	Quiet time.Duration
	// Deleted names what the session was opened for, if that was deleted; empty otherwise.
	Deleted string
}

// workingWindow is how long output may stay the same before a session counts as idle rather than
// working.
const workingWindow = 3 * time.Second

// Doing is the activity of a running session: for display, never a state.
type Doing string

const (
	// DoingNothing is for sessions that do not run.
	DoingNothing Doing = ""
	// Working sessions run something in the foreground, and changed their output within
	// [workingWindow].
	Working Doing = "working"
	// Idle sessions are all other running ones.
	Idle Doing = "idle"
)

// HostGone is the reason for a session that was running when its host ended, with the machine or
// alone.
const HostGone = "host no longer exists"

// Verdict is the new state of a session whose recorded state is running.
type Verdict struct {
	State  session.Lifecycle
	Reason string
	Exit   *session.Exit
	Doing  Doing
}

// Decide interprets an observation. The order is fixed: the host first, then the shell, then the
// foreground, then what the session was opened for, then its output.
func Decide(o Observation) Verdict {
	switch {
	case !o.Host:
		return Verdict{State: session.Failed, Reason: HostGone}
	case !o.Shell && !o.Command && o.Exit != nil && o.Exit.Clean():
		return Verdict{State: session.Completed, Exit: o.Exit} // the user left it with exit
	case !o.Shell && (!o.Command || o.Exit == nil):
		return Verdict{State: session.Failed, Reason: "shell process exited", Exit: o.Exit}
	case o.Command && (!o.Shell || !o.Children):
		return ended(o.Exit)
	case o.Deleted != "":
		return Verdict{State: session.Orphaned, Reason: o.Deleted}
	case o.Children && o.Quiet < workingWindow:
		return Verdict{State: session.LifecycleRunning, Doing: Working}
	}
	return Verdict{State: session.LifecycleRunning, Doing: Idle}
}

// ended returns the verdict on a command that has ended. One whose exit is unknown counts as
// completed.
func ended(e *session.Exit) Verdict {
	if e == nil || e.Clean() {
		return Verdict{State: session.Completed, Exit: e}
	}
	return Verdict{State: session.Failed, Reason: reasonFor(*e), Exit: e}
}

func reasonFor(e session.Exit) string {
	switch {
	case e.Err != "":
		return "command did not start: " + e.Err
	case e.Signal != "":
		return "command ended by " + e.Signal
	}
	return fmt.Sprintf("command exited with code %d", e.Code)
}
