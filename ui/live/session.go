package live

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/health"
	"dormer/ui/attention"
)

// Session is one session as this program sees it. Methods that only report something take a
// nil Session for one that was not looked at yet.
type Session struct {
	// Client is the connection and the replica; nil where there is none. Of a session
	// without a process it shows the last screen.
	Client *client.Session
	// Size is the size that was asked for last.
	Size session.Size
	// Status is what the connection said of the process when it was noted last, Health
	// what is known of the host.
	Status client.Status
	Health health.View
	// Gone is when this program saw that the host had gone.
	Gone time.Time
	// Kept is what is kept of a session that has neither a process nor a host; nil for
	// all others. Peeked says that it was only read to be searched: whether the session
	// starts again is decided where it is shown.
	Kept   *health.Kept
	Peeked bool
	// Failed says why the process, which may well run, cannot be looked at, where trying
	// again by itself would not help.
	Failed string

	// Asks is what the session asks to be looked at for, Watches what it is watched for.
	Asks    attention.Asks
	Watches attention.Watches
	// Agent is what the agent in it is doing, as was noted last.
	Agent agent.Verdict
	// PutOff says until when the user wants to hear nothing of it. Answered is the hash of the
	// choice that was answered last; empty after its agent did something else.
	PutOff   attention.PutOff
	Answered string
	// Progress is how far its child says that it is.
	Progress grid.Progress
	// Line is what was typed to start what runs, where the shell tells. Branch is the
	// branch that its directory is on.
	Line, Branch string
	// Changes is how its worktree differs from the commit and from the upstream, in short;
	// empty for a session that is in no worktree that was opened here.
	Changes   string
	lineAsked bool
	// title, dir and program are what was noted last.
	title, dir, program string

	// TypedAhead is what was typed before the session was there, Lines what is typed into it
	// once it has printed something. Keyed says that something was typed or pasted into
	// the process.
	TypedAhead []Piece
	Lines      []string
	Keyed      bool
	Ended      EndedKeys

	// logged is where what the session prints goes beside its screen; logAsked says that
	// this program asked for another place.
	logged   string
	logAsked bool

	watch   *watch
	hidden  bool      // not on the screen
	resized time.Time // when it was given another size
	// listens says that its output is listened for; countsSilence that a timer runs for
	// its silence.
	listens, countsSilence bool
	wanted                 map[uint64]Text
}

// Exited reports whether the process has ended, as its host says.
func (s *Session) Exited() bool { return s != nil && s.Status.Runtime == session.Exited }

// Over reports whether no process is left, whether or not its host is.
func (s *Session) Over() bool {
	return s != nil && (s.Exited() || s.Health.CanStart || s.Kept != nil)
}

// Stuck reports whether nothing more is tried by itself to show the session.
func (s *Session) Stuck() bool {
	return s != nil && (s.Failed != "" || s.Health.Health.Phase == health.Failed)
}

// Starting reports whether the session is on its way.
func (s *Session) Starting() bool {
	return s != nil && s.Client == nil && !s.Stuck() && !s.Over()
}

// TakesEnter reports whether Enter in the session's pane starts it, or tries to show it.
func (s *Session) TakesEnter() bool { return s.Over() || s.Stuck() }

// Process is the process id of the child; 0 where none is known to run.
func (s *Session) Process() int {
	if s == nil || s.Over() {
		return 0
	}
	return s.Status.PID
}

// well reports whether the host is as it should be.
func (s *Session) well() bool { return s.Health.Reason == "" }

// Modes are the modes that the child has asked for; those of a fresh terminal where there is
// no child yet.
func (s *Session) Modes() (modes grid.Modes) {
	if s != nil && s.Client != nil {
		s.Client.View(func(r *client.Replica) { modes = r.Modes() })
	}
	return modes
}

// Look tells the host whether the screen is visible.
func (s *Session) Look(visible bool) {
	if s.Client != nil && visible == s.hidden {
		s.hidden = !visible
		s.Client.Look(visible)
	}
}

// Fit asks for the size of the session's pane.
func (s *Session) Fit(size session.Size, now time.Time) {
	if s == nil || s.Client == nil || size == s.Size || size.Rows <= 0 || size.Cols <= 0 {
		return
	}
	s.Size, s.resized = size, now
	s.Client.Resize(size)
}

// Tell tells the host what the outer terminal is like, for children that ask.
func (s *Session) Tell(t Terminal) {
	if s.Client != nil {
		s.Client.Colors(t.Colors)
		s.Client.Widths(t.AmbiguousWide)
	}
}

// EndAt has the host end the process at a time, zero for never, whether or not a program runs.
func (s *Session) EndAt(at, now time.Time) {
	if s != nil && s.Client != nil {
		s.Client.Deadline(at, now)
	}
}

// Unanswered is since when input is under way to the process; zero where none is.
func (s *Session) Unanswered() (since time.Time) {
	if s == nil || s.Client == nil || s.Exited() {
		return since
	}
	return s.Client.Unanswered()
}

// detach lets go of the connection without holding up the event loop.
func (s *Session) detach() tea.Cmd {
	if s == nil || s.Client == nil {
		return nil
	}
	c := s.Client
	return func() tea.Msg {
		_ = c.Detach() // it is of no use any more either way
		return nil
	}
}
