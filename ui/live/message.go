package live

import (
	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
)

// Message is what came of something that a [Set] began, or what a session reports. One that
// comes too late, for a session that was let go of, finds none in the Set.
type Message interface{ message() }

type (
	// Started reports the start of a session's process.
	Started struct {
		ID   session.ID
		Size session.Size
		Conn wire.Conn
		Err  error
	}
	// Found reports the process of a session that was there before.
	Found struct {
		ID   session.ID
		Size session.Size
		Conn wire.Conn
		Err  error
	}
	// Recalled brings what is kept of a session whose process is gone.
	Recalled struct {
		ID   session.ID
		Size session.Size
		Kept health.Kept
	}
	// Peeked reports the process of a session that is connected to only to be searched.
	// Conn is nil where it was not reached; where it has none, Kept is what is kept of it.
	Peeked struct {
		ID   session.ID
		Conn wire.Conn
		Kept health.Kept
	}
	// News says that something other than a session's screen may have changed.
	News struct{ ID session.ID }
	// Printed says that the screen of a session has changed that was listened to.
	Printed struct{ ID session.ID }
	// SilenceDue says that a session that is watched for silence may have been silent for
	// long enough.
	SilenceDue struct{ ID session.ID }
	// LinesDue says that what is to be typed into a new session can be: it has printed
	// something, or nothing for long enough.
	LinesDue struct{ ID session.ID }
	// ProgramDue says that a program has run in the foreground for long enough to be
	// shown.
	ProgramDue struct {
		ID      session.ID
		Program string
	}
	// HealthChanged says that the health of a session is another.
	HealthChanged struct{ health.Change }
	// HostSeen says whether the host of a session that is to start again is gone.
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
