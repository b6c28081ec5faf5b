package workspace

import (
	"time"

	"dormer/session"
)

// Effect is IO that a change requests; an executor performs it and reports back with actions.
// The sum is sealed.
//
//sumtype:decl
type Effect interface{ effect() }

type (
	// Start starts the process of a session. Again means that the pane existed before: if the
	// process cannot be started, the pane stays and shows why, and [SessionFailed] is not
	// reported.
	Start struct {
		Spec  session.Spec
		Again bool
	}
	// Show attaches a session that came onto the screen. It does nothing if the session is
	// attached already.
	Show struct{ Session session.ID }
	// Hide reports that a session left the screen and keeps running. Until is the deadline of
	// its undo, zero for none.
	Hide struct {
		Session session.ID
		Until   time.Time
	}
	// End ends a session's process gracefully. Nothing refers to the session any more. If its
	// process is gone, its resources are released.
	End struct{ Session session.ID }
	// Stop ends a session's process gracefully and keeps the session's files on disk.
	Stop struct{ Session session.ID }
	// Save reports that the workspace document is out of date. Waits means that only reports of
	// children about themselves changed, so saving can wait.
	Save struct{ Waits bool }
	// Notify is one sentence for the user. Until is when the offer in Text ends, zero if it
	// contains no offer.
	Notify struct {
		Text  string
		Until time.Time
	}
)

func (Start) effect()  {}
func (Show) effect()   {}
func (Hide) effect()   {}
func (End) effect()    {}
func (Stop) effect()   {}
func (Save) effect()   {}
func (Notify) effect() {}
