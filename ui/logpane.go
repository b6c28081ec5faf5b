package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/live"
)

// logPane has the host of a session write its output to a file or a command. The host's answer says
// whether it does.
func (m *Model) logPane(r command.LogPane) tea.Cmd {
	m.say(m.live.Get(r.Session).Log(wire.Log{File: r.File, Command: r.Command}, r.Toggle, m.keyOf("pane.log")))
	return nil
}

// logging notes and says where the output of a session goes.
func (m *Model) logging(id session.ID, l *live.Session, e wire.Logging) {
	m.sayFor(l.NoteLog(e, m.state.Sessions[id].DisplayTitle(), shortDir(e.To), m.keyOf("pane.log")), longNotice)
	m.changed()
}
