package workspace

// sessionFailed undoes the opening of a session: it removes the pane, the tab if it has no
// other pane, and the record, and shows one message.
func (d *draft) sessionFailed(a SessionFailed) error {
	title := d.Sessions[a.Session].DisplayTitle()
	d.lost = a.Session
	if d.forget(a.Session, a.Area) {
		d.notify(Notify{Text: "could not start `" + title + "`: " + cleanTitle(a.Reason)})
	}
	return nil
}

func (d *draft) sessionEnded(a SessionEnded) error {
	d.forget(a.Session, a.Area)
	return nil
}
