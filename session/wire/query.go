package wire

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/clock"
	"dormer/session/grid"
)

// Messages that any version of the program may send to any host: [Info], [End] and
// [Capture], with their answers. They need no [Attach], only a handshake, and are frozen:
// fields are only added at the end.

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
		// MaxLines bounds the lines, of which the last are taken; 0 for all.
		MaxLines int
	}
	// Deadline says when the session ends by itself, even if a program runs then; a zero At
	// means never. See [EndsAt].
	Deadline struct {
		// At is the deadline as a time of the wall clock, for owners that know only this
		// field.
		At time.Time
		// Left is how much time was left when it was sent. It is right even if the clock is
		// set before the message arrives. It is zero from viewers that do not set it.
		Left time.Duration
		// Said is when it was sent. The Deadline that was sent last counts, not the one
		// that arrived last. It is zero from viewers that do not set it.
		Said clock.Moment
	}
)

// From the owner to the viewer.
type (
	// InfoReply is what an owner knows of its session. Unknown times are zero.
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
		// Last is the shell's last command, which runs or has ended; nil if the shell does
		// not mark commands (OSC 133).
		Last *Command
		// Progress is the progress that the child reported (OSC 9 ; 4).
		Progress grid.Progress
		// Program is what runs in the foreground, as in [Frame.Program].
		Program string
		// Left is the time left until Deadline; see [InfoReply.Ends].
		Left time.Duration
		// Changed is when the content of the screen last changed; zero if the owner does
		// not say.
		Changed time.Time
		// AgentState is what the agent in the session is doing; see [AgentState].
		AgentState agent.Verdict
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

// EndsAt returns a Deadline for a session that ends at a time on the same clock as now (see
// package clock); for the zero time, one that revokes the deadline.
func EndsAt(at, now time.Time) Deadline {
	if at.IsZero() {
		return Deadline{Said: clock.Now()}
	}
	return Deadline{At: clock.ToWall(at, now), Left: max(at.Sub(now), 1), Said: clock.Now()}
}

// Ends returns when the session ends by itself, on the same clock as now, which is when the
// reply came; the zero time if it does not.
func (m InfoReply) Ends(now time.Time) time.Time {
	if m.Deadline.IsZero() || m.Left == 0 {
		return clock.FromWall(m.Deadline, now)
	}
	return now.Add(m.Left)
}
