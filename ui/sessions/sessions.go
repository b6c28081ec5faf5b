package sessions

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/ending"
	"dormer/ui/lifecycle"
	"dormer/ui/live"
	"dormer/workspace"
)

// Sessions are the sessions of a workspace.
type Sessions struct {
	Live *live.Set
	// Passing are the sessions whose panes close when they end without an error.
	Passing map[session.ID]bool
	// Settle waits until the document that has a new session is saved.
	Settle func()
}

// Env is the state of the program when something happens to a session.
type Env struct {
	State    workspace.State
	Config   config.Config
	Terminal live.Terminal
	// Environ is the environment of new sessions.
	Environ []string
	// Direct reports whether a session lives in this process; nil if that is not known.
	Direct func(session.ID) bool
	Now    time.Time
	// Area is the size of a tab, Size the size of a session's pane.
	Area session.Size
	Size func(session.ID) session.Size
}

// Result is the work that remains to be done. The zero value is none.
type Result struct {
	// Changed says that the screen is out of date.
	Changed bool
	// Say is a sentence to show, for longer if Long is set.
	Say  string
	Long bool
	// Do are changes of the workspace.
	Do []workspace.Action
	// Shown is a session whose screen can be read now. Attached says that its process can be
	// reached.
	Shown    session.ID
	Attached bool
	// Cmd runs outside of the event loop. End ends a process, and is finished even if the user
	// leaves meanwhile; Then runs after it.
	Cmd, Then tea.Cmd
	End       func() error
}

// Running returns the number of sessions that run on when the program ends.
func (s *Sessions) Running(in workspace.State) (n int) {
	for id, l := range s.Live.All() {
		r, known := in.Sessions[id]
		if known && r.Disposition.TakesInput() && r.Lifetime != session.Temporary && l.Client != nil && l.Status.Runtime == session.Running {
			n++
		}
	}
	return n
}

// Start starts a session's process, with the size that its pane has now.
func (s *Sessions) Start(e workspace.Start, a Env) Result {
	spec := e.Spec
	if l := s.Live.Get(spec.ID); l != nil && l.Failed == "" {
		return Result{}
	}
	spec = lifecycle.Spec(spec, a.State.Sessions[spec.ID], a.Config, a.Environ, s.Passing[spec.ID])
	spec.Size = a.Size(spec.ID)
	if e.Again {
		s.Live.StartAgain(spec)
		return Result{Changed: true}
	}
	return Result{Changed: true, Cmd: s.Live.Start(spec, func() {
		// If the program is killed next, the document knows where the session belongs.
		if spec.Lifetime != session.Temporary {
			s.Settle()
		}
	})}
}

// Show connects to the process of a session that came onto the screen or, if that is gone, reads
// its stored screen and state; see [Sessions.Recalled].
func (s *Sessions) Show(id session.ID, a Env) Result {
	if l := s.Live.Get(id); l != nil && !l.Peeked {
		l.EndAt(time.Time{}, a.Now)
		return Result{}
	}
	r, ok := a.State.Sessions[id]
	if !ok {
		return Result{}
	}
	return Result{Changed: true, Cmd: s.Live.Show(id, r.Source, a.Size(id))}
}

// ShowAgain tries again to show a session that could not be shown.
func (s *Sessions) ShowAgain(id session.ID, a Env) Result {
	dropped := s.Live.Drop(id)
	r := s.Show(id, a)
	r.Cmd = tea.Batch(dropped, r.Cmd)
	return r
}

// End ends a session.
func (s *Sessions) End(id session.ID) Result {
	delete(s.Passing, id)
	return Result{End: s.Live.End(id, nil)}
}

// Stop ends a session's process; its files stay. Its pane, if open, shows the last screen.
func (s *Sessions) Stop(id session.ID, open bool) Result {
	r := Result{End: s.Live.Stop(id, nil)}
	if !open {
		r.Then = s.Live.Drop(id) // after End, which uses the connection
	}
	return r
}

// unwanted ends a session whose pane was closed before it was attached. The files of an archived
// session stay.
func (s *Sessions) unwanted(id session.ID, conn wire.Conn, a Env) Result {
	if _, known := a.State.Sessions[id]; known {
		return Result{End: s.Live.Stop(id, conn)}
	}
	return Result{End: s.Live.End(id, conn)}
}

// Found takes the connection to a session's process, or why there is none.
func (s *Sessions) Found(msg live.Found, a Env) Result {
	switch {
	case s.Live.Get(msg.ID) == nil && msg.Conn == nil:
		return Result{}
	case s.Live.Get(msg.ID) == nil:
		return s.unwanted(msg.ID, msg.Conn, a)
	case errors.Is(msg.Err, health.ErrSilent), errors.Is(msg.Err, health.ErrRefused):
		s.Live.AwaitHost(msg.ID, a.State.Sessions[msg.ID].Source, msg.Size)
		return Result{}
	case msg.Err != nil:
		s.Live.Fail(msg.ID, msg.Err.Error())
		return Result{Changed: true}
	}
	return s.attach(msg.ID, msg.Conn, msg.Size, a)
}

// Started takes the connection to a process that was started, or why it was not. A process whose
// host does not answer may run, so its pane stays and waits for the host.
func (s *Sessions) Started(msg live.Started, a Env) Result {
	r, known := a.State.Sessions[msg.ID]
	closed := !known || s.Live.Get(msg.ID) == nil // removed while it was starting
	outOfReach := errors.Is(msg.Err, health.ErrSilent) || errors.Is(msg.Err, health.ErrRefused)
	switch {
	case msg.Err != nil && !outOfReach:
		delete(s.Passing, msg.ID)
		// The notice about the failure begins with the same words.
		failed := workspace.SessionFailed{Session: msg.ID, Reason: ending.Reason(msg.Err.Error()), Area: a.Area}
		return Result{Cmd: s.Live.Drop(msg.ID), Do: []workspace.Action{failed}}
	case closed:
		return s.unwanted(msg.ID, msg.Conn, a)
	case outOfReach:
		s.Live.AwaitHost(msg.ID, r.Source, msg.Size)
		return Result{Changed: true}
	}
	out := s.attach(msg.ID, msg.Conn, msg.Size, a)
	if a.Direct != nil {
		out.Do = append(out.Do, lifecycle.Provided(msg.ID, r, a.Direct(msg.ID)))
	}
	return out
}

// attach attaches to a session over a connection. Its host gets the current deadline: none, if the
// session was closed earlier and is open again.
func (s *Sessions) attach(id session.ID, conn wire.Conn, size session.Size, a Env) Result {
	r := a.State.Sessions[id]
	cmd := s.Live.Attach(id, r.Source, conn, size, a.Terminal)
	s.Live.Get(id).EndAt(r.Residency.ExpiresAt, a.Now)
	return Result{Changed: true, Cmd: cmd, Do: []workspace.Action{lifecycle.Resumed(id, r)}, Shown: id, Attached: true}
}

// Recalled takes the stored screen and state of a session whose process is gone. The session
// starts again, or its pane shows the last screen and how the process ended, and waits for Enter.
// No process that has ended is started again without being asked.
func (s *Sessions) Recalled(msg live.Recalled, a Env) Result {
	r := a.State.Sessions[msg.ID]
	msg.Kept = lifecycle.Kept(msg.Kept, r)
	if s.Live.Get(msg.ID) != nil && lifecycle.RestartsWhenShown(msg.Kept, r, a.Config) {
		live.Close(msg.Kept.Screen)
		start := workspace.StartSession{Session: msg.ID, Size: msg.Size, Occasion: session.OnReturn}
		return Result{Cmd: s.Live.Drop(msg.ID), Do: []workspace.Action{start}}
	}
	out := s.keep(msg.ID, msg.Kept, msg.Size, false)
	out.Do = []workspace.Action{lifecycle.Lost(msg.ID, msg.Kept, r, a.Now)}
	return out
}

// Peeked takes a connection that was made for a search. It stays open.
func (s *Sessions) Peeked(msg live.Peeked, a Env) Result {
	l := s.Live.Get(msg.ID)
	view, _, open := a.State.TabOf(msg.ID)
	switch {
	case l == nil || l.Client != nil: // ended or attached meanwhile
		live.Close(msg.Conn)
		live.Close(msg.Kept.Screen)
		return Result{}
	case msg.Conn != nil:
		return s.attach(msg.ID, msg.Conn, session.Size{}, a)
	case open && view == a.State.ActiveView:
		live.Close(msg.Kept.Screen) // ShowAgain reads it again
		return s.ShowAgain(msg.ID, a)
	}
	return s.keep(msg.ID, msg.Kept, session.Size{}, true)
}

// keep shows the stored screen of a session.
func (s *Sessions) keep(id session.ID, kept health.Kept, size session.Size, peeked bool) Result {
	r := Result{Changed: true}
	if s.Live.Keep(id, kept, size, peeked) && kept.Screen != nil {
		r.Shown = id
	}
	return r
}

// Ended handles the end of a session's process.
func (s *Sessions) Ended(id session.ID, a Env) Result {
	l := s.Live.Get(id)
	return Result{Do: []workspace.Action{lifecycle.Ended(id, lifecycle.End{
		Exit: l.Status.Exit, Shell: a.State.Sessions[id].Source.Shell(), Keyed: l.Keyed, Passing: s.Passing[id],
		Area: a.Area, At: a.Now,
	}, a.Config.Panes)}}
}

// Health takes the new health of a session, and tells the user if it matters.
func (s *Sessions) Health(c health.Change, a Env) Result {
	say, other := s.Live.NoteHealth(c, a.Now)
	if say != "" {
		say = a.State.Sessions[c.ID].DisplayTitle() + ": " + say
	}
	return Result{Changed: other, Say: say}
}

// HostSeen starts the command of a session again, by its host if that still exists.
func (s *Sessions) HostSeen(msg live.HostSeen, a Env) Result {
	l := s.Live.Get(msg.ID)
	switch {
	case l == nil || l.Client == nil || !l.Exited():
	case msg.Gone || l.Client.Gone():
		return s.restart(msg.ID, a)
	default:
		l.Client.Restart(session.Login(a.Environ)...)
	}
	return Result{}
}

// restart starts a session whose host is gone.
func (s *Sessions) restart(id session.ID, a Env) Result {
	start := workspace.StartSession{Session: id, Size: a.Size(id), Occasion: session.OnRequest}
	return Result{Cmd: s.Live.Drop(id), Do: []workspace.Action{start}}
}

// Resume starts a suspended session again. It stays suspended if its agent cannot continue the
// conversation.
func (s *Sessions) Resume(id session.ID, a Env) Result {
	if l := s.Live.Get(id); l != nil && l.Kept != nil && l.Kept.Past.Cannot != "" {
		return Result{Say: l.Kept.Past.Cannot + ": it stays suspended, and Enter in its pane begins a new conversation", Long: true}
	}
	return s.StartAgain(id, a)
}

// StartAgain starts a session whose process has ended.
func (s *Sessions) StartAgain(id session.ID, a Env) Result {
	how, why := s.Live.Get(id).Again(a.State.ClosedHolding(id) >= 0, a.State.Sessions[id].Disposition == session.Suspended)
	switch how {
	case live.ByItsHost:
		return Result{Cmd: s.Live.AskHost(id)}
	case live.Anew:
		return s.restart(id, a)
	}
	return Result{Say: why}
}
