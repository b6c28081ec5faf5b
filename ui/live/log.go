package live

import "dormer/session/wire"

// LoggedTo is where what the session prints goes beside its screen; empty for nowhere.
func (s *Session) LoggedTo() string {
	if s == nil || s.Client == nil || s.Kept != nil {
		return ""
	}
	return s.logged
}

// Log asks the host for a log, or for its end; the answer comes to [Session.NoteLog].
func (s *Session) Log(l wire.Log) {
	s.logAsked = true
	s.Client.Log(l)
}

// NoteLog takes note of where the output goes, and returns where it went before, and whether
// this program had asked for a change.
func (s *Session) NoteLog(to string) (before string, asked bool) {
	before, asked = s.logged, s.logAsked
	s.logged, s.logAsked = to, false
	return before, asked
}
