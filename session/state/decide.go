package state

import (
	"fmt"
	"time"

	"dormer/session"
)

// Observation is what can be seen of a session whose state is running.
type Observation struct {
	// Host tells that the session's host is there.
	Host bool
	// Shell tells that the process that the host started is alive.
	Shell bool
	// Command tells that the session was opened for one command. Without it, a
	// shell without children is at its prompt and goes on running.
	Command bool
	// Children tells that something runs in the foreground: a child of the shell, or the
	// command itself.
	Children bool
	// Exit is how the command ended; nil where that is not known.
	Exit *session.Exit
	// Quiet is how long the output has not changed.
	Quiet time.Duration
	// Deleted says that what the session was opened for was deleted, in words; empty where it
	// was not.
	Deleted string
}

// workingWindow is how long output may stay the same before a session counts as
// idle rather than working.
const workingWindow = 3 * time.Second

// Doing is what a running session does: a remark about it, never a state.
type Doing string

const (
	// DoingNothing is for sessions that do not run.
	DoingNothing Doing = ""
	// Working sessions run something in the foreground, and changed their output within
	// [workingWindow].
	Working Doing = "working"
	// Idle sessions are all others that run.
	Idle Doing = "idle"
)

// HostGone is the reason of a session that ran when its host went, with the machine or
// alone.
const HostGone = "host no longer exists"

// Verdict is what a session whose state is running becomes.
type Verdict struct {
	State  session.Lifecycle
	Reason string
	Exit   *session.Exit
	Doing  Doing
}

// Decide says what an observation means. The order is fixed: the host first, then
// the shell, then what runs in it, then what it was opened for, then its output.
func Decide(o Observation) Verdict {
	switch {
	case !o.Host:
		return Verdict{State: session.Failed, Reason: HostGone}
	case !o.Shell && !o.Command && o.Exit != nil && o.Exit.Clean():
		return Verdict{State: session.Completed, Exit: o.Exit} // somebody left it with exit
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

// ended is the verdict on a command that is done. One whose exit could not be
// found out counts as completed.
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
