package ui

import (
	"dormer/session"
	"dormer/session/client"
	"dormer/ui/dialog"
)

// previewed is the session that a dialog shows a picture of, uuid.Nil where none
// does.
func (m *Model) previewed() session.ID {
	for _, d := range m.dialogs {
		if f, ok := d.(*dialog.Finder); ok {
			if it, ok := f.Selected(); ok {
				return it.Session
			}
		}
	}
	return session.ID{}
}

// pictureOf is the replica of a session for a preview, nil where it has none here.
func (m *Model) pictureOf(id session.ID) *client.Session {
	if l := m.live[id]; l != nil {
		return l.client
	}
	return nil
}
