package labels

import (
	"time"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/homedir"
	"dormer/ui/statuses"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Labels are made from the workspace, the settings and the theme as they are now.
type Labels struct {
	State workspace.State
	Theme theme.Theme
	Home  string
	Now   time.Time
	// Title and Tab are the formats of the titles of panes and of the labels of tabs.
	Title, Tab string
	// Reader says that the screen is read aloud: marks are words, and nothing counts by
	// itself.
	Reader bool
	// Of is what is known of a session.
	Of func(session.ID) Session
}

// Session is what is known of a session beside its record.
type Session struct {
	// State is the mark of what its process does; empty for one that runs.
	State string
	// Status is how it is in the words of dormer ps, where that is known.
	Status statuses.Status
	// Asks is what it asks to be looked at for. Looked says that the user looks at it.
	Asks   attention.Asks
	Looked bool
	// Over says that it is known that no process is left, HostGone that its host has gone.
	Over, HostGone bool
	// Direct says that it lives in the program, and ends with it.
	Direct bool
	// Exit is how its process ended, nil where that is not known; Stopped says that it
	// was asked to.
	Exit    *session.Exit
	Stopped bool
	// Progress is how far its child says that it is (OSC 9 ; 4).
	Progress grid.Progress
	// Line is what was typed to start what runs in it, where that is known.
	Line string
	// Logged says that what it prints goes to a file or a command, too.
	Logged bool
	// Branch is the branch that its directory is on, as far as is known.
	Branch string
}

// short is a directory with the home directory as ~.
func (l *Labels) short(dir string) string { return homedir.Short(dir, l.Home) }
