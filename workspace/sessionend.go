package workspace

// sessionFailed rolls back what opened the session: no pane, no tab, no record,
// and one message.
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
