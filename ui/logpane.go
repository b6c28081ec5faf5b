package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/live"
)

// logPane has the host of a session log what it prints. What comes of it is said when the
// host has answered.
func (m *Model) logPane(r command.LogPane) tea.Cmd {
	l := m.live.Get(r.Session)
	ends := r.File == "" && r.Command == "" || r.Toggle && l.LoggedTo() != ""
	switch {
	case l == nil || l.Client == nil || l.Kept != nil:
		m.say(copymode.NothingYet)
	case !ends:
		l.Log(wire.Log{File: r.File, Command: r.Command})
	case l.LoggedTo() == "":
		m.say("the pane is not logged: " + m.keyOf("pane.log") + " begins that")
	default:
		l.Log(wire.Log{})
	}
	return nil
}

// logging takes note of where the output of a session goes.
func (m *Model) logging(id session.ID, l *live.Session, e wire.Logging) {
	to := shortDir(e.To)
	before, asked := l.NoteLog(to)
	m.changed()
	switch {
	case e.Err != "":
		m.sayFor("log of `"+m.state.Sessions[id].DisplayTitle()+"`: "+e.Err, longNotice)
	case !asked:
	case to == "":
		m.sayFor("no longer logged to "+before, longNotice)
	default:
		m.sayFor("what it prints goes to "+to+" until "+m.keyOf("pane.log")+" ends that, also without dormer", longNotice)
	}
}
