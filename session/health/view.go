package health

import "dormer/session"

// View is a session's health as shown to the user.
type View struct {
	ID      session.ID
	Health  Status
	Runtime session.RuntimeStatus
	// Attachment counts the attachments of the session, from 0. Runtime belongs to the last one.
	Attachment int
	// Reason is one sentence for people; empty for a healthy session.
	Reason string
	// CanStart means that nothing of the session runs and it can be started again.
	CanStart bool
}

// LooksLike reports whether two views look the same to the user.
func (v View) LooksLike(o View) bool {
	return v.Reason == o.Reason && v.CanStart == o.CanStart && (v.Health.Phase == Failed) == (o.Health.Phase == Failed)
}

// Notice is how much attention a change deserves.
type Notice uint8

const (
	// quiet changes only redraw.
	quiet Notice = iota
	// CameAlive, Died and StartFailed deserve a notice.
	CameAlive
	Died
	StartFailed
)

// Change is a session's view after it changed.
type Change struct {
	View
	Notice Notice
}

// view returns the view of a session.
func (w *watched) view(id session.ID) View {
	v := View{ID: id, Health: w.status, Runtime: w.runtime, Attachment: w.attachment, Reason: w.reason}
	switch w.status.Phase {
	case Alive:
		v.Reason = ""
	case Recovering:
		v.Reason = "its host does not answer: trying to reach it again"
	case Dead, Missing, Failed:
		v.CanStart = v.Runtime == session.Exited
	case Unknown, Verifying:
	}
	return v
}
