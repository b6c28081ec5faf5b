package catalogue

import (
	"time"

	"dormer/session"
	"dormer/session/state"
)

// Places say where the sessions of a user are. All directories are absolute.
type Places struct {
	// Runtime is the directory of the hosts' sockets.
	Runtime string
	// Sessions has one directory for each session, named for its id.
	Sessions string
	// Hosts speaks to the hosts.
	Hosts Hosts
	// Strays are the names of hosts, besides those that are known, whose sockets are not
	// in Runtime: those of another login, or whose socket was removed; nil for none.
	Strays func(known []string) []string
	// Held reports whether a host holds the lock in a session's directory; nil where that
	// is not known, and then no verdict is written on any session.
	Held func(dir string) bool
	// Idles say when a session that runs is shown as idle; zero for the default.
	Idles state.IdleTimes
	// Shell is what the login shell is called.
	Shell string
	// Spec reads what a session was started with from its directory, for those whose
	// host is gone; nil where that is not wanted.
	Spec func(dir string) (session.Spec, error)
}

// Tracked is what a workspace's document says of one of its sessions.
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
	// Open says that a program has the workspace open.
	Open bool
	// LastActive is when it was suspended, archived, or ended for being idle, and Idled that
	// the last holds.
	LastActive time.Time
	Idled      bool
	// Placed says that a layout has it, or that it was closed and can be brought back.
	Placed    bool
	CreatedAt time.Time
	// Asks says that it asks to be looked at and was not on the screen since.
	Asks bool
	// Restart is what holds for it, by its own word or by that for all commands.
	Restart session.Restart
}
