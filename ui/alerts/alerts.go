package alerts

import (
	"slices"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/config"
	"dormer/ui/ending"
	"dormer/ui/geometry"
	"dormer/ui/live"
	"dormer/workspace"
)

// Alerts marks sessions that ask for attention, and keeps the inbox.
type Alerts struct {
	// Sessions are the sessions of the program, which have the marks.
	Sessions *live.Set
	Inbox    attention.Inbox
	outer    attention.Notifications
}

// Env is the state of the program when something happens.
type Env struct {
	Now time.Time
	// Focused says that the outer terminal has the focus, or does not report it.
	Focused bool
	// Active is the session of the pane with the focus, Screen the places of the panes, Records
	// the workspace's records of sessions.
	Active  session.ID
	Screen  geometry.Screen
	Records map[session.ID]workspace.Record
	// Config and Terminal are the user's configuration. KeyOf returns the key of a command.
	Config   config.Attention
	Terminal config.Terminal
	KeyOf    func(command string) string
}

// Looked reports whether the user looks at a session: its pane and the outer terminal have the
// focus.
func (a Env) Looked(id session.ID) bool { return id == a.Active && a.Focused }

// Shown reports whether the user can see a session's pane: it is on the screen, and the outer
// terminal has the focus or does not report it.
func (a Env) Shown(id session.ID) bool {
	_, placed := a.Screen.Pane(id)
	return a.Focused && (placed || id == a.Active)
}

func (a Env) quoted(id session.ID) string { return "`" + a.Records[id].DisplayTitle() + "`" }

// News is the work that follows from an event. The zero value is none.
type News struct {
	// Changed says that marks or the inbox have changed.
	Changed bool
	// Say is a sentence for the status line; empty for none.
	Say string
	// Ring rings the bell of the outer terminal.
	Ring bool
	// Tell is a notification for the outer terminal; the zero value for none.
	Tell attention.Notification
}

// Record records an event in a session, at a time that may be before this program started; the
// zero time is now. It does nothing for a session that the user looks at, or if why is None.
func (s *Alerts) Record(a Env, id session.ID, why attention.Reason, at time.Time, text string) (n News) {
	l := s.Sessions.Get(id)
	if l == nil || why == attention.None || a.Looked(id) {
		return News{}
	}
	if at.IsZero() {
		at = a.Now
	}
	l.Asks.Add(why, at, text)
	l.Asks.Seen = a.Shown(id)
	if why != attention.Waits { // waiting agents are in the queue
		s.Inbox.Add(id, why, at, text)
	}
	n.Changed = true
	if !a.Focused && a.Config.Outer && why != attention.Rang { // with the focus, the marks are enough
		tell := attention.Notification{Title: a.Records[id].DisplayTitle(), Text: strings.ReplaceAll(text, "`", "")}
		if s.outer.Add(tell, a.Now) {
			n.Tell = tell
		}
	}
	return n
}

// Bell handles a bell. The bell of a session that the user looks at only rings the outer terminal.
func (s *Alerts) Bell(a Env, id session.ID, at time.Time) News {
	n := s.Record(a, id, attention.Rang, at, "rang the bell")
	n.Ring = a.Terminal.Bell
	return n
}

// Notified handles a notice of a child or of its host.
func (s *Alerts) Notified(a Env, id session.ID, notice wire.Notice) (n News) {
	if !a.Terminal.Notices {
		return News{}
	}
	if notice.Child {
		n = s.Record(a, id, attention.Notified, notice.At, notice.Text)
	}
	n.Say = notice.Text
	if id != a.Active {
		n.Say = a.quoted(id) + ": " + n.Say
		if notice.Child {
			n.Say += " (" + a.KeyOf("attention.next") + " goes there)"
		}
	}
	return n
}

// CommandEnded handles the end of a command in a shell.
func (s *Alerts) CommandEnded(a Env, id session.ID, c wire.Command) News {
	why, text := attention.OfCommand(c, a.Config.Finished, s.watchedFor(id, attention.Commands))
	return s.Record(a, id, why, c.Ended, text)
}

// ProcessEnded handles the end of the command that a session was opened with, like that of a
// command in a shell. The end of a shell is not reported.
func (s *Alerts) ProcessEnded(a Env, id session.ID) News {
	l := s.Sessions.Get(id)
	if l == nil || a.Records[id].Source.Shell() {
		return News{}
	}
	e := l.Status.Exit
	why, text := ending.Asks(e, l.Status.Stopped, a.Config.Finished, l.Watches.Has(attention.Commands))
	return s.Record(a, id, why, e.Ended, text)
}

// AgentChanged handles a change of the state of a session's agent.
func (s *Alerts) AgentChanged(a Env, id session.ID, was agent.Verdict) News {
	l := s.Sessions.Get(id)
	l.Answered = ""
	if l.Agent.State != agent.Blocked && l.Asks.Reason == attention.Waits { // it was answered
		l.Asks = attention.Asks{}
	}
	why, text := attention.OfAgent(l.Agent, was)
	return s.Record(a, id, why, l.Agent.Since, text)
}

func (s *Alerts) watchedFor(id session.ID, what attention.Watches) bool {
	l := s.Sessions.Get(id)
	return l != nil && l.Watches.Has(what)
}

// Look marks a session as seen if its pane is on the screen, and ends its request for attention if
// the user looks at it. It reports whether that changed anything.
func (s *Alerts) Look(a Env, id session.ID) (changed bool) {
	l := s.Sessions.Get(id)
	if l == nil || !a.Shown(id) {
		return false
	}
	asks := l.Asks.Look(a.Looked(id))
	return s.Inbox.Read(id) || asks
}

// MarkSeen marks a session's events as seen. A waiting agent still asks for attention.
func (s *Alerts) MarkSeen(id session.ID) {
	s.Inbox.Read(id)
	if l := s.Sessions.Get(id); l != nil && l.Asks.Reason != attention.Waits {
		l.Asks = attention.Asks{}
	}
}

// Restore restores the request for attention that the workspace has stored for a session.
func (s *Alerts) Restore(a Env, id session.ID) {
	l, kept := s.Sessions.Get(id), attention.FromSaved(a.Records[id].Attention)
	if kept.Reason == attention.None || l.Asks.Reason != attention.None || a.Looked(id) {
		return
	}
	l.Asks = kept
	if kept.Reason == attention.Waits {
		return
	}
	s.Inbox.Add(id, kept.Reason, kept.Since, kept.Text)
	if kept.Seen {
		s.Inbox.Read(id)
	}
}

// SaveActions returns the actions that store the sessions' requests for attention in the workspace, so
// that the next program that opens it has them. Requests that are stored already are left out.
func (s *Alerts) SaveActions(records map[session.ID]workspace.Record) (out []workspace.Action) {
	for id, l := range s.Sessions.All() {
		r, known := records[id]
		if asks := l.Asks.Saved(); known && l.Client != nil && !r.Attention.Same(asks) {
			out = append(out, workspace.SessionAsks{Session: id, Attention: asks})
		}
	}
	return out
}

// Next returns the session to go to next: the one after the active session in the queue of waiting
// agents, else the open session that has asked for attention for longest; the zero id for none.
func (s *Alerts) Next(a Env, queue, open []session.ID) session.ID {
	if next := attention.Next(queue, a.Active); next != (session.ID{}) {
		return next
	}
	asks := s.Sessions.LongestAsking(slices.DeleteFunc(open, func(id session.ID) bool {
		return a.Looked(id) || s.Sessions.Blocked(id)
	}))
	if asks == (session.ID{}) && len(queue) > 0 && queue[0] != a.Active {
		return queue[0]
	}
	return asks
}

// PutOff puts a waiting agent off, or ends that if it is put off already.
func (s *Alerts) PutOff(a Env, id session.ID) (say string) {
	if !s.Sessions.Blocked(id) {
		return "its agent no longer waits: nothing was put off"
	}
	l := s.Sessions.Get(id)
	if l.PutOff.Active(l.Agent.Since, a.Now) {
		l.PutOff = attention.PutOff{}
		return a.quoted(id) + " waits for you again"
	}
	l.PutOff = attention.PutOff{Since: l.Agent.Since, Until: a.Now.Add(attention.PutOffTime)}
	if l.Asks.Reason == attention.Waits {
		l.Asks = attention.Asks{}
	}
	return a.quoted(id) + " is put off for 10 minutes, or until it asks something else"
}

// Reason says why a session asks for attention; empty if it does not.
func (s *Alerts) Reason(a Env, id session.ID) string {
	l := s.Sessions.Get(id)
	if l == nil || l.Asks.Reason == attention.None {
		return ""
	}
	return a.quoted(id) + ": " + l.Asks.Text
}

// OuterDue returns the time of the next notification for the outer terminal; zero if none waits.
func (s *Alerts) OuterDue() time.Time { return s.outer.Due() }

// TellOuter returns the waiting notification, unless the outer terminal has the focus by now.
func (s *Alerts) TellOuter(a Env) (n News) {
	if a.Focused {
		s.outer.Drop()
		return News{}
	}
	n.Tell, _ = s.outer.Take(a.Now)
	return n
}
