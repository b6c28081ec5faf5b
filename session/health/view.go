package health

import "dormer/session"

// View is what is shown of a session's health.
type View struct {
	ID      session.ID
	Health  Status
	Runtime session.RuntimeStatus
	// Attachment counts the attachments of the session, from 0. Runtime is that of
	// the last one.
	Attachment int
	// Reason is one sentence for people; empty for a session that is well.
	Reason string
	// Mark is one cell to show beside the title; empty for a session that is well.
	// It says by its shape, not by a colour, what is wrong.
	Mark string
	// CanStart says that there is nothing left to go on with, and that the session
	// can be started again.
	CanStart bool
}

// LooksLike reports whether a view says the same to the user as another.
func (v View) LooksLike(o View) bool {
	return v.Reason == o.Reason && v.CanStart == o.CanStart && (v.Health.Phase == Failed) == (o.Health.Phase == Failed)
}

// Notice says how much of a change the user should notice.
type Notice uint8

const (
	// Quiet changes only redraw.
	Quiet Notice = iota
	// CameAlive, Died and CouldNot are worth a word.
	CameAlive
	Died
	CouldNot
)

// Change is a session's view after it changed.
type Change struct {
	View
	Notice Notice
}

// The marks: nothing, waiting, out of reach, over, and trouble.
const (
	MarkWaiting = "~"
	MarkSilent  = "?"
	MarkEnded   = "x"
	MarkFailed  = "!"
)

// view derives all that is shown from what is known.
func (w *watched) view(id session.ID) View {
	v := View{ID: id, Health: w.status, Runtime: w.runtime, Attachment: w.attachment, Reason: w.reason}
	switch w.status.Phase {
	case Unknown, Verifying:
		// Looking again at a session that runs is nobody's concern.
		if v.Runtime != session.Running {
			v.Mark = MarkWaiting
		}
	case Alive:
		v.Reason = ""
	case Recovering:
		v.Mark = MarkSilent
		v.Reason = "its host does not answer: trying to reach it again"
	case Dead, Missing:
		v.Mark = MarkSilent
	case Failed:
		v.Mark = MarkFailed
	}
	if v.Runtime == session.Exited && (w.status.Phase == Dead || w.status.Phase == Missing || w.status.Phase == Failed) {
		v.CanStart = true
		if v.Mark != MarkFailed || w.gone {
			v.Mark = MarkEnded
		}
	}
	return v
}
