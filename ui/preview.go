package ui

import (
	"dormer/session"
	"dormer/session/client"
)

// previewed is the session that a dialog shows a picture of, uuid.Nil where none
// does.
func (m *Model) previewed() session.ID {
	for _, d := range m.dialogs {
		if f, ok := d.(*finder); ok {
			if it, ok := f.selected(); ok {
				return it.session
			}
		}
	}
	return session.ID{}
}

// picture is the replica of a session for a preview, nil where it has none here.
func (m *Model) picture(id session.ID) *client.Session {
	if l := m.live[id]; l != nil {
		return l.client
	}
	return nil
}
