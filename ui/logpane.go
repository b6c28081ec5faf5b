package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/live"
)

// logPane has the host of a session log what it prints. What comes of it is said when the
// host has answered.
func (m *Model) logPane(r command.LogPane) tea.Cmd {
	if why := m.live.Get(r.Session).Log(wire.Log{File: r.File, Command: r.Command}, r.Toggle, m.keyOf("pane.log")); why != "" {
		m.say(why)
	}
	return nil
}

// logging takes note of where the output of a session goes.
func (m *Model) logging(id session.ID, l *live.Session, e wire.Logging) {
	if say := l.NoteLog(e, m.state.Sessions[id].DisplayTitle(), shortDir(e.To), m.keyOf("pane.log")); say != "" {
		m.sayFor(say, longNotice)
	}
	m.changed()
}
