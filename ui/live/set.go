package live

import (
	"context"
	"errors"
	"iter"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/clock"
	"dormer/session/health"
	"dormer/session/wire"
)

// Runtime starts sessions, connects to them and ends them. It is called outside of the event
// loop.
type Runtime interface {
	// Start starts a session's process and returns a connection to it. Where it
	// returns an error nothing was left behind.
	Start(session.Spec) (wire.Conn, error)
	// Attach connects to the process of a session that was started before, by this
	// program or by another. The error is [health.ErrGone] where that process is gone.
	Attach(session.Source, session.ID) (wire.Conn, error)
	// Recall returns what is kept of a session whose process is gone.
	Recall(session.ID) health.Kept
	// End ends a session, if it is there, and returns when nothing is left of it; with
	// forget, what is kept of it on disk goes too. Where it cannot, or has not in time,
	// the error says what to do.
	End(id session.ID, forget bool) error
}

// Options are what a Set needs from outside.
type Options struct {
	Runtime Runtime
	// Prober looks whether sessions are there and well.
	Prober health.Prober
	// Wake says that a session's replica has changed, Send delivers a message. Both are
	// called from any goroutine and return at once.
	Wake func(session.ID)
	Send func(Message)
	// After makes a command that delivers a message after a time.
	After func(time.Duration, Message) tea.Cmd
}

// Terminal is what hosts are told of the outer terminal: its colours, and whether it gives
// ambiguous characters two columns.
type Terminal struct {
	Colors        wire.Colors
	AmbiguousWide bool
}

// Set is the sessions that the program is connected to, or about to be, and those of which
// only what is kept is left.
type Set struct {
	o        Options
	sessions map[session.ID]*Session
	monitor  *health.Monitor
	hosts    *hosts
	// stopping are closed when the process of a session that was stopped has ended.
	stopping map[session.ID]chan struct{}
}

// New is a Set without sessions. It begins to watch the health of those that come.
func New(o Options) *Set {
	h := &hosts{runtime: o.Runtime, send: o.Send, specs: map[session.ID]session.Spec{}, starting: map[session.ID]chan struct{}{}}
	return &Set{o: o, sessions: map[session.ID]*Session{}, stopping: map[session.ID]chan struct{}{}, hosts: h, monitor: health.New(o.Prober, h, health.Options{
		Changed: func(c health.Change) { o.Send(HealthChanged{c}) },
	})}
}

// Close ends the watching of health. Connections stay.
func (s *Set) Close() { s.monitor.Close() }

// Get is a session, nil where it was not looked at yet.
func (s *Set) Get(id session.ID) *Session { return s.sessions[id] }

// Client is the connection to a session, nil where there is nothing to read.
func (s *Set) Client(id session.ID) *client.Session {
	if l := s.sessions[id]; l != nil {
		return l.Client
	}
	return nil
}

// All are the sessions, in no order.
func (s *Set) All() iter.Seq2[session.ID, *Session] { return maps.All(s.sessions) }

// Over reports whether it is known that no process of a session is left.
func (s *Set) Over(id session.ID) bool { return s.sessions[id].Over() }

// AllOver are the sessions of which it is known that no process is left.
func (s *Set) AllOver() (over []session.ID) {
	for id, l := range s.sessions {
		if l.Over() {
			over = append(over, id)
		}
	}
	return over
}

// MayAnswer reports whether a session's host may still answer a question: it runs, or is being
// connected to.
func (s *Set) MayAnswer(id session.ID) bool {
	l := s.sessions[id]
	return l != nil && (l.Client != nil || l.Starting())
}

// Begun reports whether a session has got as far as a prompt, or will not without somebody's
// doing.
func (s *Set) Begun(id session.ID) bool {
	l := s.sessions[id]
	if l == nil || l.Failed != "" || l.Over() {
		return true
	}
	prompts := false
	if l.Client != nil {
		l.Client.View(func(r *client.Replica) { prompts = r.Cursor().Col > 0 })
	}
	return prompts
}

// Tell tells the hosts of all sessions what the outer terminal is like.
func (s *Set) Tell(t Terminal) {
	for _, l := range s.sessions {
		l.Tell(t)
	}
}

// Show connects to a session: to the process that it has, or, where that is gone, to what is
// kept of it. One that is being stopped is connected to when it has ended. What comes of it is
// a [Found] or a [Recalled].
func (s *Set) Show(id session.ID, source session.Source, size session.Size) tea.Cmd {
	before := s.sessions[id].detach()
	s.sessions[id] = &Session{}
	stopped := s.stopping[id]
	delete(s.stopping, id)
	return tea.Batch(before, func() tea.Msg {
		if stopped != nil {
			<-stopped
		}
		conn, kept, err := s.reach(id, source)
		if errors.Is(err, health.ErrGone) {
			return Recalled{ID: id, Size: size, Kept: kept}
		}
		return Found{ID: id, Size: size, Conn: conn, Err: err}
	})
}

// Peek connects to a session only to search it, as far as it has a process: nothing is
// started for that. Turns has room for those that do so at a time. What comes of it is a
// [Peeked].
func (s *Set) Peek(id session.ID, source session.Source, turns chan struct{}) tea.Cmd {
	s.sessions[id] = &Session{}
	return func() tea.Msg {
		turns <- struct{}{}
		defer func() { <-turns }()
		// Of an error nobody is told before the session is to be shown.
		conn, kept, _ := s.reach(id, source)
		return Peeked{ID: id, Conn: conn, Kept: kept}
	}
}

// Search has the host of a session search, and returns the tag of its answer; 0 while there is no
// connection. It reports whether there is such a session.
func (s *Set) Search(id session.ID, q wire.Search) (tag uint64, there bool) {
	l := s.sessions[id]
	if l != nil && l.Client != nil {
		tag = l.Client.Search(q)
	}
	return tag, l != nil
}

// StopSearch has the host of a session stop searching.
func (s *Set) StopSearch(id session.ID) {
	if c := s.Client(id); c != nil {
		c.StopSearch()
	}
}

// reach connects to the process of a session; where that is gone, kept is what is kept of it.
func (s *Set) reach(id session.ID, source session.Source) (conn wire.Conn, kept health.Kept, err error) {
	conn, err = s.o.Runtime.Attach(source, id)
	if errors.Is(err, health.ErrGone) {
		kept = s.o.Runtime.Recall(id)
	}
	return conn, kept, err
}

// Start starts a session's process, after before has returned. What comes of it is a
// [Started].
func (s *Set) Start(spec session.Spec, before func()) tea.Cmd {
	s.sessions[spec.ID] = &Session{}
	over, runtime := s.hosts.starts(spec.ID), s.o.Runtime
	return func() tea.Msg {
		defer over()
		before()
		conn, err := runtime.Start(spec)
		return Started{ID: spec.ID, Size: spec.Size, Conn: conn, Err: err}
	}
}

// StartAgain starts the process of a session whose pane was there before; what is left of the
// process before is ended first. What comes of it is a [Started], or a [HealthChanged] where
// it cannot be started.
func (s *Set) StartAgain(spec session.Spec) {
	s.sessions[spec.ID] = &Session{}
	s.hosts.note(spec)
	s.monitor.Forget(spec.ID)
	s.monitor.Create(spec.ID)
}

// AskHost looks whether the host of a session that has ended is there to start it again: one
// that is gone would never answer, and the connection may not tell yet. What comes of it is a
// [HostSeen].
func (s *Set) AskHost(id session.ID) tea.Cmd {
	prober := s.o.Prober
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), AnswerTime)
		defer cancel()
		return HostSeen{id, errors.Is(prober.Check(ctx, id), health.ErrGone)}
	}
}

// Drop lets go of a session, whatever it runs.
func (s *Set) Drop(id session.ID) tea.Cmd {
	before := s.sessions[id].detach()
	delete(s.sessions, id)
	s.monitor.Forget(id)
	s.hosts.forget(id)
	return before
}

// End lets go of a session and returns the work that ends its process. It is asked over its
// connection, where there is one, and looked for until it has ended: what was killed is not to
// run on because a host did not hear of it. One that is still starting is ended when it has
// started. Late is a connection that was made after the session was let go of; nil for none.
func (s *Set) End(id session.ID, late wire.Conn) (end func() error) {
	l := s.sessions[id]
	s.Drop(id)
	return func() error {
		s.hosts.awaitStart(id) // whoever leaves meanwhile does not hear that it has started
		switch {
		case late != nil:
			_ = late.Send(wire.End{Forget: true, Said: clock.Now()})
			_ = late.Close()
		case l != nil && l.Client != nil:
			l.Client.Forget()
			_ = l.Client.Detach() // the connection is of no use any more either way
		}
		return s.o.Runtime.End(id, true)
	}
}

// Stop returns the work that ends a session's process, as that of End does. What is kept of the
// session on disk stays, and so does the session itself, which then shows how it ended. Late is as
// for End.
func (s *Set) Stop(id session.ID, late wire.Conn) (end func() error) {
	l, done := s.sessions[id], make(chan struct{})
	s.stopping[id] = done
	return func() error {
		defer close(done)
		s.hosts.awaitStart(id)
		switch {
		case late != nil:
			_ = late.Send(wire.End{Said: clock.Now()})
			_ = late.Close()
		case l != nil && l.Client != nil:
			l.Client.End()
		}
		return s.o.Runtime.End(id, false)
	}
}

// Attach follows a session over a connection that was made to its process.
func (s *Set) Attach(id session.ID, source session.Source, conn wire.Conn, size session.Size, t Terminal) tea.Cmd {
	l := s.sessions[id]
	before := l.detach()
	l.watch, l.listens = s.follow(id, l, conn, size), false
	l.Failed, l.Kept, l.Status, l.hidden = "", nil, client.Status{}, false
	l.Tell(t)
	l.sendTypedAhead()
	s.hosts.resized(id, source, size)
	s.monitor.Attached(id)
	return tea.Batch(before, s.waitToType(id, l))
}

// Keep shows what is kept of a session without a process; peeked says that it was only read
// to be searched. It reports whether the session is there still.
func (s *Set) Keep(id session.ID, kept health.Kept, size session.Size, peeked bool) bool {
	l := s.sessions[id]
	if l == nil {
		Close(kept.Screen) // nothing but a picture
		return false
	}
	l.Kept, l.Peeked = &kept, peeked
	if kept.Screen != nil {
		s.follow(id, l, kept.Screen, size)
	}
	return true
}

// Close closes a connection that nobody needs, if there is one.
func Close(conn wire.Conn) {
	if conn != nil {
		_ = conn.Close()
	}
}

// follow makes the replica of a session.
func (s *Set) follow(id session.ID, l *Session, conn wire.Conn, size session.Size) *watch {
	w, wake, send := &watch{}, s.o.Wake, s.o.Send
	l.Size = size
	l.Client = client.Attach(conn, size, func() {
		screen, news := w.changed()
		if screen {
			wake(id)
			if w.heard(time.Now()) {
				send(Printed{id})
			}
			if w.speaks() {
				send(LinesDue{id})
			}
		}
		if news {
			send(News{id})
		}
	})
	w.client.Store(l.Client)
	return w
}

// quietTime is how long a new session may print nothing before lines are typed into it
// all the same.
const quietTime = 2 * time.Second

// waitToType waits for the first output of a session that lines are to be typed into: typed
// earlier, they would be on the screen twice, once by the terminal and once by the shell that
// reads them then.
func (s *Set) waitToType(id session.ID, l *Session) tea.Cmd {
	if len(l.Lines) == 0 {
		return nil
	}
	l.watch.silent.Store(true)
	if l.watch.speaks() { // before it was watched
		l.TypeLines()
		return nil
	}
	return s.o.After(quietTime, LinesDue{id})
}

// Fail takes note that a session cannot be looked at, and that trying again by itself would
// not help.
func (s *Set) Fail(id session.ID, why string) { s.sessions[id] = &Session{Failed: why} }

// AwaitHost has the health of a session watched whose host is there and could not be attached
// to: one that is stopped is attached to once it goes on.
func (s *Set) AwaitHost(id session.ID, source session.Source, size session.Size) {
	s.hosts.resized(id, source, size)
	s.monitor.Verify(id)
}

// AnswerTime is how long a host may take to answer input before it is looked after.
const AnswerTime = time.Second

// LookAfter looks after a session whose host has not answered input in time.
func (s *Set) LookAfter(id session.ID) {
	if since := s.sessions[id].Unanswered(); !since.IsZero() && time.Since(since) >= AnswerTime {
		s.monitor.Verify(id)
	}
}

// NoteHealth takes note of the health that a session has now: messages may overtake each
// other. It returns a sentence where the user should notice, and whether the session looks
// different.
func (s *Set) NoteHealth(c health.Change, now time.Time) (say string, other bool) {
	l := s.sessions[c.ID]
	v, watched := s.monitor.View(c.ID)
	if l == nil || !watched {
		return "", false
	}
	other = !l.Health.LooksLike(v)
	if v.CanStart && !l.Health.CanStart {
		l.Gone = now
	}
	l.Health = v
	// Of one that has exited the pane says so itself.
	if !l.Exited() && (c.Notice == health.Died || c.Notice == health.CouldNot) {
		say = v.Reason
	}
	return say, other
}
