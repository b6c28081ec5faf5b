package workspace

import "dormer/session"

// sessionFailed undoes the opening of a session: it removes the pane, the tab if it has no
// other pane, and the record, and shows one message.
func (d *draft) sessionFailed(a SessionFailed) error {
	r := d.Sessions[a.Session]
	d.neverStarted = a.Session
	if d.forget(a.Session, a.Area) {
		text := "could not start `" + r.DisplayTitle() + "`: " + cleanTitle(a.Reason)
		if r.Source.Kind == session.Worktree {
			text += "; its worktree exists: " + cleanTitle(r.Source.Worktree)
		}
		d.notify(Notify{Text: text})
	}
	return nil
}

func (d *draft) sessionEnded(a SessionEnded) error {
	d.forget(a.Session, a.Area)
	return nil
}
