package alerts

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/duration"
)

// Watch starts to watch sessions for something, or stops if the session as is watched for it
// already. It returns the sentence that says so; empty if as does not exist.
func (s *Alerts) Watch(a Env, as session.ID, ids []session.ID, what attention.Watches) (say string, wait tea.Cmd) {
	if s.Sessions.Get(as) == nil {
		return "", nil
	}
	on, wait := s.Sessions.Watch(as, ids, what, a.Config.Silence)
	return what.Sentence(on, a.Config.Silence, len(ids)), wait
}

// Printed handles a [live.Printed].
func (s *Alerts) Printed(a Env, id session.ID) (n News, wait tea.Cmd) {
	heard, wait := s.Sessions.Heard(id, a.Now, a.Config.Silence)
	if heard && s.watchedFor(id, attention.Output) {
		n = s.Record(a, id, attention.Printed, time.Time{}, "printed something")
	}
	n.Changed = true // the caller then calls Listen again
	return n, wait
}

// Silent handles a [live.SilenceDue].
func (s *Alerts) Silent(a Env, id session.ID) (n News, wait tea.Cmd) {
	silent, wait := s.Sessions.Silent(id, a.Config.Silence)
	if silent {
		n = s.Record(a, id, attention.Silent, time.Time{}, "silent for "+duration.Said(a.Config.Silence))
		n.Changed = true
	}
	return n, wait
}
