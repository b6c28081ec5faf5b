package wire

import (
	"time"

	"dormer/session"
	"dormer/session/clock"
	"dormer/session/grid"
)

// What any program of any version may ask of any host: [Info], [End] and
// [Capture], with their answers. They need no [Attach], only a handshake, and are
// frozen: fields are added at the end and never changed.

// From the viewer to the owner.
type (
	// Info asks for what is known of the session; the answer is an [InfoReply].
	Info struct{}
	// Capture asks for the screen as text. The answer is one or more
	// [CaptureReply], the last without More.
	Capture struct {
		// Scrollback adds the lines above the screen, the oldest first.
		Scrollback bool
		// ANSI keeps colours and attributes, as SGR sequences (ECMA-48 8.3.117).
		ANSI bool
		// MaxLines is how many lines are asked for at most, the last ones; 0 for all.
		MaxLines int
	}
	// Deadline says when the session ends by itself, whether or not a program runs
	// then; the zero time says that it does not. See [EndsAt].
	Deadline struct {
		// At is what the clock will say then, for owners that know no more than that.
		At time.Time
		// Left is how much time that was when it was said, which holds whatever is made
		// of the clock before the message arrives. Zero of a viewer that does not say.
		Left time.Duration
		// Said is when that was: the latest word counts, not the one that came last.
		// Zero of a viewer that does not say.
		Said clock.Moment
	}
)

// From the owner to the viewer.
type (
	// InfoReply is what an owner knows of its session. Times that are not known are
	// zero.
	InfoReply struct {
		ID          session.ID
		HostPID     int
		ChildPID    int // of the child that runs or ran last
		HostVersion string
		Provider    session.Provider
		Lifetime    session.Lifetime
		Name        string
		Title       string // what the child calls itself
		Dir         string // the present working directory
		Command     []string
		Workspace   string
		Agent       session.Agent
		Source      session.Source // without its Command
		Started     time.Time      // the present or last child
		LastOutput  time.Time
		Deadline    time.Time     // what the clock will say when the session ends by itself
		Exit        *session.Exit // nil while the child runs
		Clients     int           // attached viewers
		Size        session.Size
		// Last is the shell's last command, which runs or ended; nil where the shell
		// does not say (OSC 133).
		Last *Command
		// Progress is how far the child says that it is (OSC 9 ; 4).
		Progress grid.Progress
		// Program is what runs in the foreground, as in [Frame.Program].
		Program string
		// Left is how much time there is until Deadline; see [InfoReply.Ends].
		Left time.Duration
		// Changed is when the session showed something else than before; zero where its
		// owner does not say.
		Changed time.Time
	}
	// CaptureReply is a part of the text asked for by [Capture]: whole lines, each
	// with its line feed.
	CaptureReply struct {
		Text string
		More bool
	}
)

func (Info) message()         {}
func (Capture) message()      {}
func (Deadline) message()     {}
func (InfoReply) message()    {}
func (CaptureReply) message() {}

func (Info) fromViewer()     {}
func (Capture) fromViewer()  {}
func (Deadline) fromViewer() {}

func (InfoReply) fromOwner()    {}
func (CaptureReply) fromOwner() {}

// EndsAt is the word that a session ends at a moment that is counted as now is (see
// package clock), said now; of the zero time, that it does not end by itself.
func EndsAt(at, now time.Time) Deadline {
	if at.IsZero() {
		return Deadline{Said: clock.Now()}
	}
	return Deadline{At: clock.ToWall(at, now), Left: max(at.Sub(now), 1), Said: clock.Now()}
}

// Ends is when the session ends by itself, counted as now is, which is when the reply
// came; the zero time where it does not.
func (m InfoReply) Ends(now time.Time) time.Time {
	if m.Deadline.IsZero() || m.Left == 0 {
		return clock.FromWall(m.Deadline, now)
	}
	return now.Add(m.Left)
}
