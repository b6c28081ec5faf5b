package workspace

import (
	"time"

	"dormer/session"
)

// Effect is IO that a change asks for; an executor carries it out and reports
// back with actions. The sum is sealed.
//
//sumtype:decl
type Effect interface{ effect() }

type (
	// Start asks for the process of a session. Again tells that its pane was there
	// before: where it cannot be started the pane stays and shows why, and
	// [SessionFailed] is not reported.
	Start struct {
		Spec  session.Spec
		Again bool
	}
	// Show asks that a session that came onto the screen be attached (a no-op for
	// one that is).
	Show struct{ Session session.ID }
	// Hide says that a session left the screen and runs on. Until is the deadline
	// of its undo, zero where it has none.
	Hide struct {
		Session session.ID
		Until   time.Time
	}
	// End asks for the graceful end of a session's process, and says that nothing
	// refers to the session any more. One whose process is gone is released.
	End struct{ Session session.ID }
	// Stop asks for the graceful end of a session's process, and that what is kept of
	// the session on disk stays.
	Stop struct{ Session session.ID }
	// Save says that the workspace document is out of date. Waits says that nothing
	// changed but what a child says of itself, again and again perhaps.
	Save struct{ Waits bool }
	// Notify is one sentence for the user. Until is the end of what it offers,
	// zero where it offers nothing that ends.
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
