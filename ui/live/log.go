package live

import (
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// LoggedTo is where what the session prints goes beside its screen; empty for nowhere.
func (s *Session) LoggedTo() string {
	if s == nil || s.Client == nil || s.Kept != nil {
		return ""
	}
	return s.logged
}

// Log asks the host for a log, or for its end where none is named; toggle asks for the end of one
// that there is. The answer comes to [Session.NoteLog]. If nothing is asked, why says so; key is
// the key for it.
func (s *Session) Log(l wire.Log, toggle bool, key string) (why string) {
	ends := l == wire.Log{} || toggle && s.LoggedTo() != ""
	switch {
	case s == nil || s.Client == nil || s.Kept != nil:
		return copymode.NothingYet
	case ends && s.LoggedTo() == "":
		return "the pane is not logged: " + key + " begins that"
	case ends:
		l = wire.Log{}
	}
	s.logAsked = true
	s.Client.Log(l)
	return ""
}

// NoteLog takes note of where the output goes, and says so if this program had asked for a change.
// title is what the session is called, to is short for where.
func (s *Session) NoteLog(e wire.Logging, title, to, key string) (say string) {
	before, asked := s.logged, s.logAsked
	s.logged, s.logAsked = to, false
	switch {
	case e.Err != "":
		return "log of `" + title + "`: " + e.Err
	case !asked:
		return ""
	case to == "":
		return "no longer logged to " + before
	}
	return "what it prints goes to " + to + " until " + key + " ends that, also without dormer"
}
