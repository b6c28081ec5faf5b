package live

import (
	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
)

// Message is the result of something that a [Set] began, or a report of a session. The session
// may have been dropped from the Set by the time it arrives.
type Message interface{ message() }

type (
	// Started reports the start of a session's process.
	Started struct {
		ID   session.ID
		Size session.Size
		Conn wire.Conn
		Err  error
	}
	// Found is the connection to the process of a session that existed before, or why there is
	// none.
	Found struct {
		ID   session.ID
		Size session.Size
		Conn wire.Conn
		Err  error
	}
	// Recalled brings the stored screen and state of a session whose process is gone.
	Recalled struct {
		ID   session.ID
		Size session.Size
		Kept health.Kept
	}
	// Peeked is the connection to a session that is only to be searched. Conn is nil if it was
	// not reached; if the session has no process, Kept is its stored screen and state.
	Peeked struct {
		ID   session.ID
		Conn wire.Conn
		Kept health.Kept
	}
	// News says that something other than a session's screen may have changed.
	News struct{ ID session.ID }
	// Printed says that the screen of a session with [Session.Listen] on has changed.
	Printed struct{ ID session.ID }
	// SilenceDue says that a session that is watched for silence may have been silent for
	// long enough.
	SilenceDue struct{ ID session.ID }
	// LinesDue says that the initial lines of a new session can be typed: it has printed
	// something, or nothing for long enough.
	LinesDue struct{ ID session.ID }
	// ProgramDue says that a program has run in the foreground for long enough to be
	// shown.
	ProgramDue struct {
		ID      session.ID
		Program string
	}
	// HealthChanged says that the health of a session has changed.
	HealthChanged struct{ health.Change }
	// HostSeen says whether the host of a session that is to be started again is gone.
	HostSeen struct {
		ID   session.ID
		Gone bool
	}
)

func (Started) message()       {}
func (Found) message()         {}
func (Recalled) message()      {}
func (Peeked) message()        {}
func (News) message()          {}
func (Printed) message()       {}
func (SilenceDue) message()    {}
func (LinesDue) message()      {}
func (ProgramDue) message()    {}
func (HealthChanged) message() {}
func (HostSeen) message()      {}
