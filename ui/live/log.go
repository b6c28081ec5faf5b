package live

import (
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// LoggedTo returns where the session's output is logged to; empty for nowhere.
func (s *Session) LoggedTo() string {
	if s == nil || s.Client == nil || s.Kept != nil {
		return ""
	}
	return s.logged
}

// Log asks the host to log the output, or to stop if l is zero; with toggle, it stops a log that
// is under way. The answer comes to [Session.NoteLog]. If the host is not asked, why says why; key
// is the key of the command.
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

// NoteLog notes where the output is logged to, and returns a sentence about it if this program
// asked for the change. title is the title of the session, to the short form of the place.
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
