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

// Session is one session as this program sees it. Methods that only report something may be called
// on nil, which stands for a session that the program has not looked at yet.
type Session struct {
	// Client is the connection and the replica; nil for none. For a session without a process
	// it shows the last screen.
	Client *client.Session
	// Size is the last requested size.
	Size session.Size
	// Status is the status of the process at the last [Set.Note], Health the health of the host.
	Status client.Status
	Health health.View
	// Gone is when this program noticed that the host was gone.
	Gone time.Time
	// Kept is the stored screen and state of a session that has neither a process nor a host; nil
	// for all others. Peeked says that it was only read for a search: whether the session
	// starts again is decided when it is shown.
	Kept   *health.Kept
	Peeked bool
	// Failed says why the session cannot be shown, if trying again would not help. Its process
	// may still run.
	Failed string

	// Asks is why the session asks for attention, Watches what the user watches it for.
	Asks    attention.Asks
	Watches attention.Watches
	// Agent is the state of its agent at the last [Set.Note].
	Agent agent.Verdict
	// PutOff is the time until which its agent is put off. Answered is the hash of the last
	// choice that was answered; it is cleared when the agent's state changes.
	PutOff   attention.PutOff
	Answered string
	// Progress is the progress that its child reports.
	Progress grid.Progress
	// Line is the command line of the running program, if the shell reports it. Branch is the
	// branch of its directory.
	Line, Branch string
	// Changes is a short form of how its worktree differs from the commit and from the upstream;
	// empty for a session that is in no worktree that was opened here.
	Changes   string
	lineAsked bool
	// title, dir and program are those at the last [Set.Note].
	title, dir, program string

	// TypedAhead is input that was typed before the session was attached. Lines are typed into
	// it once it has printed something. Keyed says that something was typed or pasted into
	// the process.
	TypedAhead []Piece
	Lines      []string
	Keyed      bool
	Ended      EndedKeys

	// logged is where the output is logged to; logAsked says that this program asked for a
	// change of it.
	logged   string
	logAsked bool

	watch   *watch
	hidden  bool      // not on the screen
	resized time.Time // when its size changed
	// listens says that somebody listens for output; countsSilence that the timer for silence
	// runs.
	listens, countsSilence bool
	requestedTexts         map[uint64]Text
}

// Exited reports whether the process has ended, according to its host.
func (s *Session) Exited() bool { return s != nil && s.Status.Runtime == session.Exited }

// Over reports whether the session has no process any more, whether or not its host is alive.
func (s *Session) Over() bool {
	return s != nil && (s.Exited() || s.Health.CanStart || s.Kept != nil)
}

// OutOfReach reports whether the program has given up trying to show the session.
func (s *Session) OutOfReach() bool {
	return s != nil && (s.Failed != "" || s.Health.Health.Phase == health.Failed)
}

// Starting reports whether the session is being started or connected to.
func (s *Session) Starting() bool {
	return s != nil && s.Client == nil && !s.OutOfReach() && !s.Over()
}

// TakesEnter reports whether Enter in the session's pane starts it, or tries again to show it.
func (s *Session) TakesEnter() bool { return s.Over() || s.OutOfReach() }

// Process returns the process id of the child; 0 if none is known to run.
func (s *Session) Process() int {
	if s == nil || s.Over() {
		return 0
	}
	return s.Status.PID
}

// well reports whether the host is healthy.
func (s *Session) well() bool { return s.Health.Reason == "" }

// Modes returns the modes that the child has set; those of a fresh terminal if there is no child
// yet.
func (s *Session) Modes() (modes grid.Modes) {
	if s != nil && s.Client != nil {
		s.Client.View(func(r *client.Replica) { modes = r.Modes() })
	}
	return modes
}

// SetVisible tells the host whether the screen is visible.
func (s *Session) SetVisible(visible bool) {
	if s.Client != nil && visible == s.hidden {
		s.hidden = !visible
		s.Client.SetVisible(visible)
	}
}

// Resize resizes the session to the size of its pane.
func (s *Session) Resize(size session.Size, now time.Time) {
	if s == nil || s.Client == nil || size == s.Size || size.Rows <= 0 || size.Cols <= 0 {
		return
	}
	s.Size, s.resized = size, now
	s.Client.Resize(size)
}

// SetTerminal tells the host the properties of the outer terminal, for children that ask.
func (s *Session) SetTerminal(t Terminal) {
	if s.Client != nil {
		s.Client.Colors(t.Colors)
		s.Client.Widths(t.AmbiguousWide)
	}
}

// EndAt tells the host when to end the process, whether or not dormer runs then; zero for never.
func (s *Session) EndAt(at, now time.Time) {
	if s != nil && s.Client != nil {
		s.Client.Deadline(at, now)
	}
}

// Unanswered returns the time since which the host has not processed input; zero if it has
// processed all.
func (s *Session) Unanswered() (since time.Time) {
	if s == nil || s.Client == nil || s.Exited() {
		return since
	}
	return s.Client.Unanswered()
}

// detach closes the connection without blocking the event loop.
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
