package labels

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/homedir"
	"dormer/ui/statuses"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Labels makes texts from the current workspace, settings and theme.
type Labels struct {
	State workspace.State
	Theme theme.Theme
	Home  string
	Now   time.Time
	// Title and Tab are the formats of pane titles and tab labels.
	Title, Tab string
	// Reader means that a screen reader is used: marks are words, and nothing counts by itself.
	Reader bool
	// Of returns what is known of a session.
	Of func(session.ID) Session
}

// Session is what is known of a session besides its record.
type Session struct {
	// State is the mark for the state of its process, or for an agent that is blocked; empty
	// while the process runs.
	State string
	// Status is its status in the words of dormer ps, if known.
	Status statuses.Status
	// Asks is the reason why it needs attention. Looked means that the user is looking at it.
	Asks   attention.Asks
	Looked bool
	// Over means that its process is known to have ended, HostGone that its host is gone.
	Over, HostGone bool
	// Direct means that it runs in the program itself and ends with it.
	Direct bool
	// Exit is how its process ended, nil if not known. Stopped means that the process was asked
	// to end.
	Exit    *session.Exit
	Stopped bool
	// Agent is what the agent in it is doing; its State is empty if there is none.
	Agent agent.Verdict
	// PutOff is the time until which the user has put off a waiting agent; zero if it is not put
	// off.
	PutOff time.Time
	// Progress is what its child reports with OSC 9 ; 4.
	Progress grid.Progress
	// Line is the command line typed for the running command, if known.
	Line string
	// Logged means that its output also goes to a file or a command.
	Logged bool
	// Branch is the git branch of its directory, if known.
	Branch string
}

// short returns a directory with the home directory abbreviated to ~.
func (l *Labels) short(dir string) string { return homedir.Short(dir, l.Home) }
