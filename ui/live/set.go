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
	// Start starts a session's process and returns a connection to it. If it returns an
	// error, nothing was left behind.
	Start(session.Spec) (wire.Conn, error)
	// Attach connects to the process of a session that was started before, by this
	// program or by another. The error is [health.ErrGone] if that process is gone.
	Attach(session.Source, session.ID) (wire.Conn, error)
	// Recall returns the stored screen and state of a session whose process is gone.
	Recall(session.ID) health.Kept
	// End ends a session, if it exists, and returns when its processes are gone. With forget,
	// its files are removed too. If that fails or takes too long, the error says what to do.
	End(id session.ID, forget bool) error
}

// Options are the dependencies of a Set.
type Options struct {
	Runtime Runtime
	// Prober checks whether sessions exist and are healthy.
	Prober health.Prober
	// Wake reports that a session's replica has changed, Send delivers a message. Both may be
	// called from any goroutine and return at once.
	Wake func(session.ID)
	Send func(Message)
	// After returns a command that delivers a message after a time.
	After func(time.Duration, Message) tea.Cmd
}

// Terminal holds the properties of the outer terminal that hosts are told: its colours, and
// whether it draws ambiguous characters two columns wide.
type Terminal struct {
	Colors        wire.Colors
	AmbiguousWide bool
}

// Set holds the sessions that the program has looked at: connected, starting, or with only their
// files left.
type Set struct {
	o        Options
	sessions map[session.ID]*Session
	monitor  *health.Monitor
	hosts    *hosts
	// stopping has a channel for each session that was stopped. It is closed when its process
	// has ended.
	stopping map[session.ID]chan struct{}
}

// New returns an empty Set, which watches the health of the sessions that are added.
func New(o Options) *Set {
	h := &hosts{runtime: o.Runtime, send: o.Send, specs: map[session.ID]session.Spec{}, starting: map[session.ID]chan struct{}{}}
	return &Set{o: o, sessions: map[session.ID]*Session{}, stopping: map[session.ID]chan struct{}{}, hosts: h, monitor: health.New(o.Prober, h, health.Options{
		Changed: func(c health.Change) { o.Send(HealthChanged{c}) },
	})}
}

// Close stops watching health. Connections stay.
func (s *Set) Close() { s.monitor.Close() }

// Get returns a session, or nil if the program has not looked at it yet.
func (s *Set) Get(id session.ID) *Session { return s.sessions[id] }

// Client returns the connection to a session, or nil if there is nothing to read.
func (s *Set) Client(id session.ID) *client.Session {
	if l := s.sessions[id]; l != nil {
		return l.Client
	}
	return nil
}

// All returns the sessions in no particular order.
func (s *Set) All() iter.Seq2[session.ID, *Session] { return maps.All(s.sessions) }

// Over reports whether a session is known to have no process left.
func (s *Set) Over(id session.ID) bool { return s.sessions[id].Over() }

// AllOver returns the sessions that are known to have no process left.
func (s *Set) AllOver() (over []session.ID) {
	for id, l := range s.sessions {
		if l.Over() {
			over = append(over, id)
		}
	}
	return over
}

// MayAnswer reports whether a session's host may still answer a request: the session is connected
// or starting.
func (s *Set) MayAnswer(id session.ID) bool {
	l := s.sessions[id]
	return l != nil && (l.Client != nil || l.Starting())
}

// Begun reports whether a session shows a prompt, or will not do so by itself.
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

// SetTerminal tells the hosts of all sessions the properties of the outer terminal.
func (s *Set) SetTerminal(t Terminal) {
	for _, l := range s.sessions {
		l.SetTerminal(t)
	}
}

// Show connects to a session's process or, if that is gone, reads its stored screen and state. It
// waits for a session that is being stopped. The result is a [Found] or a [Recalled].
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

// Peek connects to a session only to search it; it starts no process. The capacity of turns limits
// how many sessions are connected to at the same time. The result is a [Peeked].
func (s *Set) Peek(id session.ID, source session.Source, turns chan struct{}) tea.Cmd {
	s.sessions[id] = &Session{}
	return func() tea.Msg {
		turns <- struct{}{}
		defer func() { <-turns }()
		// An error is reported when the session is shown.
		conn, kept, _ := s.reach(id, source)
		return Peeked{ID: id, Conn: conn, Kept: kept}
	}
}

// Search asks the host of a session to search, and returns the tag of its answer; 0 without a
// connection. there is false for an unknown session.
func (s *Set) Search(id session.ID, q wire.Search) (tag uint64, there bool) {
	l := s.sessions[id]
	if l != nil && l.Client != nil {
		tag = l.Client.Search(q)
	}
	return tag, l != nil
}

// StopSearch tells the host of a session to stop searching.
func (s *Set) StopSearch(id session.ID) {
	if c := s.Client(id); c != nil {
		c.StopSearch()
	}
}

// reach connects to the process of a session. If that is gone, it returns the stored screen and
// state.
func (s *Set) reach(id session.ID, source session.Source) (conn wire.Conn, kept health.Kept, err error) {
	conn, err = s.o.Runtime.Attach(source, id)
	if errors.Is(err, health.ErrGone) {
		kept = s.o.Runtime.Recall(id)
	}
	return conn, kept, err
}

// Start calls before and then starts a session's process. The result is a [Started].
func (s *Set) Start(spec session.Spec, before func()) tea.Cmd {
	s.sessions[spec.ID] = &Session{}
	over, runtime := s.hosts.noteStart(spec.ID), s.o.Runtime
	return func() tea.Msg {
		defer over()
		before()
		conn, err := runtime.Start(spec)
		return Started{ID: spec.ID, Size: spec.Size, Conn: conn, Err: err}
	}
}

// StartAgain starts a new process for a session that had one before, after it has ended what
// remains of the old one. The result is a [Started], or a [HealthChanged] if the start fails.
func (s *Set) StartAgain(spec session.Spec) {
	s.sessions[spec.ID] = &Session{}
	s.hosts.note(spec)
	s.monitor.Forget(spec.ID)
	s.monitor.Create(spec.ID)
}

// AskHost checks whether the host of an ended session still exists and can start it again. A host
// that is gone would never answer, and the connection may not have noticed yet. The result is a
// [HostSeen].
func (s *Set) AskHost(id session.ID) tea.Cmd {
	prober := s.o.Prober
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), AnswerTime)
		defer cancel()
		return HostSeen{id, errors.Is(prober.Check(ctx, id), health.ErrGone)}
	}
}

// Drop forgets a session and disconnects from it; its process runs on.
func (s *Set) Drop(id session.ID) tea.Cmd {
	before := s.sessions[id].detach()
	delete(s.sessions, id)
	s.monitor.Forget(id)
	s.hosts.forget(id)
	return before
}

// End forgets a session and returns the work that ends its process. That work asks over the
// connection, if there is one, and checks until the process has ended, so that a killed session
// does not run on because its host missed the request. A session that is still starting is ended
// once it has started. late is a connection that was made after the session was forgotten; nil
// for none.
func (s *Set) End(id session.ID, late wire.Conn) (end func() error) {
	l := s.sessions[id]
	s.Drop(id)
	return func() error {
		s.hosts.awaitStart(id) // while the program exits, no message reports the start
		switch {
		case late != nil:
			_ = late.Send(wire.End{Forget: true, Said: clock.Now()})
			_ = late.Close()
		case l != nil && l.Client != nil:
			l.Client.Forget()
			_ = l.Client.Detach() // an error changes nothing: the connection is no longer needed
		}
		return s.o.Runtime.End(id, true)
	}
}

// Stop returns the work that ends a session's process, as End does. The session and its files
// stay, and the session shows how it ended. late is as for End.
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

// Attach follows a session over a new connection to its process.
func (s *Set) Attach(id session.ID, source session.Source, conn wire.Conn, size session.Size, t Terminal) tea.Cmd {
	l := s.sessions[id]
	before := l.detach()
	l.watch, l.listens = s.follow(id, l, conn, size), false
	l.Failed, l.Kept, l.Status, l.hidden = "", nil, client.Status{}, false
	l.SetTerminal(t)
	l.sendTypedAhead()
	s.hosts.resized(id, source, size)
	s.monitor.Attached(id)
	return tea.Batch(before, s.typeAfterOutput(id, l))
}

// Keep shows the stored screen and state of a session without a process. peeked says that they
// were only read for a search. Keep reports whether the session still exists.
func (s *Set) Keep(id session.ID, kept health.Kept, size session.Size, peeked bool) bool {
	l := s.sessions[id]
	if l == nil {
		Close(kept.Screen)
		return false
	}
	l.Kept, l.Peeked = &kept, peeked
	if kept.Screen != nil {
		s.follow(id, l, kept.Screen, size)
	}
	return true
}

// Close closes a connection that is not needed; nil is allowed.
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
			if w.startedOutput() {
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

// quietTime is how long to wait for the first output of a new session before lines are typed into
// it anyway.
const quietTime = 2 * time.Second

// typeAfterOutput waits for the first output of a session before lines are typed into it. Typed earlier,
// they would be on the screen twice: echoed by the terminal, and again by the shell.
func (s *Set) typeAfterOutput(id session.ID, l *Session) tea.Cmd {
	if len(l.Lines) == 0 {
		return nil
	}
	l.watch.silent.Store(true)
	if l.watch.startedOutput() { // it printed before silent was set
		l.TypeLines()
		return nil
	}
	return s.o.After(quietTime, LinesDue{id})
}

// Fail notes that a session cannot be shown, and that trying again would not help.
func (s *Set) Fail(id session.ID, why string) { s.sessions[id] = &Session{Failed: why} }

// AwaitHost watches the health of a session whose host exists but does not answer. The program
// attaches to a stopped host when it continues.
func (s *Set) AwaitHost(id session.ID, source session.Source, size session.Size) {
	s.hosts.resized(id, source, size)
	s.monitor.Verify(id)
}

// AnswerTime is how long a host may take to answer input before it is checked.
const AnswerTime = time.Second

// CheckUnanswered checks a session whose host has not answered input in time.
func (s *Set) CheckUnanswered(id session.ID) {
	if since := s.sessions[id].Unanswered(); !since.IsZero() && time.Since(since) >= AnswerTime {
		s.monitor.Verify(id)
	}
}

// NoteHealth notes the present health of a session; messages about it may arrive out of order. It
// returns a sentence if the user should know, and whether the session looks different.
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
	// The pane of a session that has exited says so itself.
	if !l.Exited() && (c.Notice == health.Died || c.Notice == health.StartFailed) {
		say = v.Reason
	}
	return say, other
}
