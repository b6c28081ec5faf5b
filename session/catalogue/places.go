package catalogue

import (
	"time"

	"dormer/session"
	"dormer/session/state"
)

// Places tells where the sessions of a user are. All directories are absolute.
type Places struct {
	// Runtime is the directory of the hosts' sockets.
	Runtime string
	// Sessions has one directory for each session, named after its id.
	Sessions string
	// Hosts talks to the hosts.
	Hosts Hosts
	// Strays returns the names of hosts, besides the known ones, whose sockets are not in Runtime:
	// hosts of another login, or hosts whose socket was removed; nil for none.
	Strays func(known []string) []string
	// Locked reports whether a host holds the lock in a session's directory; nil if that is unknown,
	// and then no verdict is written.
	Locked func(dir string) bool
	// IdleTimes are the times after which a running session is shown as idle; zero for the default.
	IdleTimes state.IdleTimes
	// Shell is the name of the login shell.
	Shell string
	// Spec reads how a session was started from its directory, for sessions without a host; nil if
	// that is not wanted.
	Spec func(dir string) (session.Spec, error)
}

// Tracked is the entry of a session in a workspace's document.
type Tracked struct {
	ID          session.ID
	Workspace   string
	Name, Title string
	Agent       session.Agent
	Dir         string
	Command     []string
	Source      session.Source
	Residency   session.Residency
	Disposition session.Disposition
	Provider    session.Provider
	// Open means that a program has the workspace open.
	Open bool
	// LastActive is when it was suspended, archived, or ended for being idle; Idled means the last.
	LastActive time.Time
	Idled      bool
	// Placed means that it is in a layout, or was closed and can be restored.
	Placed    bool
	CreatedAt time.Time
	// Asks means that it wants attention and has not been on the screen since.
	Asks bool
	// Restart is the setting that applies to it: its own, or that for all commands.
	Restart session.Restart
}
