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

// Alerts are what sessions ask to be looked at for.
type Alerts struct {
	// Sessions are those of the program. They have marks.
	Sessions *live.Set
	// Inbox is what happened in sessions that nobody looked at.
	Inbox attention.Inbox
	outer attention.Notifications
}

// Around is what holds when something happens.
type Around struct {
	Now time.Time
	// Focused says that the outer terminal has the focus, or does not tell.
	Focused bool
	// Active is the pane that has the keys, Screen where panes are, Records what the workspace
	// knows of sessions.
	Active  session.ID
	Screen  geometry.Screen
	Records map[session.ID]workspace.Record
	// Config and Terminal are what the user has configured. KeyOf is how a command is reached.
	Config   config.Attention
	Terminal config.Terminal
	KeyOf    func(command string) string
}

// Looked reports whether the user looks at a session: it has the keys, and the outer terminal
// the focus.
func (a Around) Looked(id session.ID) bool { return id == a.Active && a.Focused }

// Shown reports whether a session's pane is on the screen, as far as is known: the outer
// terminal has the focus, or does not tell.
func (a Around) Shown(id session.ID) bool {
	_, placed := a.Screen.Pane(id)
	return a.Focused && (placed || id == a.Active)
}

func (a Around) quoted(id session.ID) string { return "`" + a.Records[id].DisplayTitle() + "`" }

// News is what is to be done because something has happened; nothing for the zero value.
type News struct {
	// Changed says that marks or the inbox have changed.
	Changed bool
	// Say is a sentence for the status line; empty for none.
	Say string
	// Ring rings the bell of the outer terminal.
	Ring bool
	// Tell is what the outer terminal is told; the zero value for nothing.
	Tell attention.Notification
}

// Happened takes note that something happened in a session, at a time that may be before this
// program started; the zero time is now. Nothing is noted of a session that the user looks at,
// nor without a reason.
func (s *Alerts) Happened(a Around, id session.ID, why attention.Reason, at time.Time, text string) (n News) {
	l := s.Sessions.Get(id)
	if l == nil || why == attention.None || a.Looked(id) {
		return News{}
	}
	if at.IsZero() {
		at = a.Now
	}
	l.Asks.Add(why, at, text)
	l.Asks.Seen = a.Shown(id)
	if why != attention.Waits { // the queue has it as long as it waits
		s.Inbox.Add(id, why, at, text)
	}
	n.Changed = true
	if !a.Focused && a.Config.Outer && why != attention.Rang { // whoever looks at it sees the marks
		tell := attention.Notification{Title: a.Records[id].DisplayTitle(), Text: strings.ReplaceAll(text, "`", "")}
		if s.outer.Add(tell, a.Now) {
			n.Tell = tell
		}
	}
	return n
}

// Rang takes a bell. That of a session that is looked at only rings the outer terminal.
func (s *Alerts) Rang(a Around, id session.ID, at time.Time) News {
	n := s.Happened(a, id, attention.Rang, at, "rang the bell")
	n.Ring = a.Terminal.Bell
	return n
}

// Notified takes what a child notifies of, or what its host has to say.
func (s *Alerts) Notified(a Around, id session.ID, notice wire.Notice) (n News) {
	if !a.Terminal.Notices {
		return News{}
	}
	if notice.Child {
		n = s.Happened(a, id, attention.Notified, notice.At, notice.Text)
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

// CommandEnded takes the end of a command in a shell.
func (s *Alerts) CommandEnded(a Around, id session.ID, c wire.Command) News {
	why, text := attention.OfCommand(c, a.Config.Finished, s.watchedFor(id, attention.Commands))
	return s.Happened(a, id, why, c.Ended, text)
}

// ProcessEnded takes the end of the command that a session was opened with. It is told as that
// of a command in a shell is; a shell's own end is not told.
func (s *Alerts) ProcessEnded(a Around, id session.ID) News {
	l := s.Sessions.Get(id)
	if l == nil || a.Records[id].Source.Shell() {
		return News{}
	}
	e := l.Status.Exit
	why, text := ending.Asks(e, l.Status.Stopped, a.Config.Finished, l.Watches.For(attention.Commands))
	return s.Happened(a, id, why, e.Ended, text)
}

// AgentDoes takes what the agent of a session is doing now, where that is something else than
// before.
func (s *Alerts) AgentDoes(a Around, id session.ID, was agent.Verdict) News {
	l := s.Sessions.Get(id)
	l.Answered = ""
	if l.Agent.State != agent.Blocked && l.Asks.Reason == attention.Waits { // it was answered
		l.Asks = attention.Asks{}
	}
	why, text := attention.OfAgent(l.Agent, was)
	return s.Happened(a, id, why, l.Agent.Since, text)
}

func (s *Alerts) watchedFor(id session.ID, what attention.Watches) bool {
	l := s.Sessions.Get(id)
	return l != nil && l.Watches.For(what)
}

// Look takes note of a session whose pane may be on the screen: then nothing of it is new any
// more, and one that the user looks at asks for nothing more. It reports whether that is news.
func (s *Alerts) Look(a Around, id session.ID) (changed bool) {
	l := s.Sessions.Get(id)
	if l == nil || !a.Shown(id) {
		return false
	}
	asks := l.Asks.Look(a.Looked(id))
	return s.Inbox.Read(id) || asks
}

// Seen takes what happened in a session as seen. An agent that waits still does.
func (s *Alerts) Seen(id session.ID) {
	s.Inbox.Read(id)
	if l := s.Sessions.Get(id); l != nil && l.Asks.Reason != attention.Waits {
		l.Asks = attention.Asks{}
	}
}

// Recall has a session that is attached ask for what it asked for in an earlier program.
func (s *Alerts) Recall(a Around, id session.ID) {
	l, kept := s.Sessions.Get(id), attention.Of(a.Records[id].Attention)
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

// Kept is what the workspace is to keep of what sessions ask for, where it does not yet, so that
// they go on to ask in the next program that shows it.
func (s *Alerts) Kept(records map[session.ID]workspace.Record) (out []workspace.Action) {
	for id, l := range s.Sessions.All() {
		r, known := records[id]
		if asks := l.Asks.Kept(); known && l.Client != nil && !r.Attention.Same(asks) {
			out = append(out, workspace.SessionAsks{Session: id, Attention: asks})
		}
	}
	return out
}

// Next is the session to go to next: the one behind that of the active pane in the queue of
// agents that wait, else the one of some open sessions that has asked for longest to be looked
// at; the zero id where nothing waits.
func (s *Alerts) Next(a Around, queue, open []session.ID) session.ID {
	if next := attention.Next(queue, a.Active); next != (session.ID{}) {
		return next
	}
	asks := s.Sessions.AsksLongest(slices.DeleteFunc(open, func(id session.ID) bool {
		return a.Looked(id) || s.Sessions.Blocked(id)
	}))
	if asks == (session.ID{}) && len(queue) > 0 && queue[0] != a.Active {
		return queue[0]
	}
	return asks
}

// PutOff has an agent that waits ask again later, or at once if it is put off.
func (s *Alerts) PutOff(a Around, id session.ID) (say string) {
	if !s.Sessions.Blocked(id) {
		return "its agent waits no more: nothing was put off"
	}
	l := s.Sessions.Get(id)
	if l.PutOff.Holds(l.Agent.Since, a.Now) {
		l.PutOff = attention.PutOff{}
		return a.quoted(id) + " waits for you again"
	}
	l.PutOff = attention.PutOff{Since: l.Agent.Since, Until: a.Now.Add(attention.PutOffTime)}
	if l.Asks.Reason == attention.Waits {
		l.Asks = attention.Asks{}
	}
	return a.quoted(id) + " is put off for 10 minutes, or until it asks something else"
}

// WhatFor says what a session asks to be looked at for; empty for nothing.
func (s *Alerts) WhatFor(a Around, id session.ID) string {
	l := s.Sessions.Get(id)
	if l == nil || l.Asks.Reason == attention.None {
		return ""
	}
	return a.quoted(id) + ": " + l.Asks.Text
}

// OuterDue is when the outer terminal can be told more; zero where nothing waits to be told.
func (s *Alerts) OuterDue() time.Time { return s.outer.Due() }

// TellOuter is what the outer terminal is told now, unless somebody looks by now.
func (s *Alerts) TellOuter(a Around) (n News) {
	if a.Focused {
		s.outer.Drop()
		return News{}
	}
	n.Tell, _ = s.outer.Take(a.Now)
	return n
}
