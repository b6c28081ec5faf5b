package wire

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/clock"
	"dormer/session/grid"
)

// Messages that any version of the program may send to any host: [Info], [End] and [Capture], with
// their answers. They need no [Attach], only a handshake, and are frozen: fields are only added at
// the end.

// From the viewer to the owner.
type (
	// Info requests a description of the session; the answer is an [InfoReply].
	Info struct{}
	// Capture requests the screen as text. The answer is one or more [CaptureReply]; More is false
	// in the last.
	Capture struct {
		// Scrollback adds the lines above the screen, the oldest first.
		Scrollback bool
		// ANSI keeps colours and attributes, as SGR sequences (ECMA-48 8.3.117).
		ANSI bool
		// MaxLines limits the lines: the last ones are sent; 0 for all.
		MaxLines int
	}
	// Deadline sets when the session ends automatically, even if a program is running; a zero At
	// means never. See [EndsAt].
	Deadline struct {
		// At is the deadline as a time of the wall clock, for owners that know only this field.
		At time.Time
		// Left is the time that was left when it was sent. It stays right even if the clock is set
		// before the message arrives. It is zero from viewers that do not set it.
		Left time.Duration
		// Said is when it was sent. The Deadline that was sent last counts, not the one that
		// arrived last. It is zero from viewers that do not set it.
		Said clock.Moment
	}
)

// From the owner to the viewer.
type (
	// InfoReply is an owner's description of its session. Unknown times are zero.
	InfoReply struct {
		ID          session.ID
		HostPID     int
		ChildPID    int // of the present or last child
		HostVersion string
		Provider    session.Provider
		Lifetime    session.Lifetime
		Name        string
		Title       string // the title that the child has set
		Dir         string // the present working directory
		Command     []string
		Workspace   string
		Agent       session.Agent
		Source      session.Source // without its Command
		Started     time.Time      // the present or last child
		LastOutput  time.Time
		Deadline    time.Time     // the time of the wall clock at which the session ends automatically
		Exit        *session.Exit // nil while the child runs
		Clients     int           // attached viewers
		Size        session.Size
		// Last is the shell's last command, which is running or has ended; nil if the shell does
		// not mark commands (OSC 133).
		Last *Command
		// Progress is the progress that the child reported (OSC 9 ; 4).
		Progress grid.Progress
		// Program is the foreground program, as in [Frame.Program].
		Program string
		// Left is the time left until Deadline; see [InfoReply.Ends].
		Left time.Duration
		// Changed is when the content of the screen last changed; zero if the owner does not report
		// it.
		Changed time.Time
		// AgentState is the state of the agent in the session; see [AgentState].
		AgentState agent.Verdict
	}
	// CaptureReply is a part of the text requested by [Capture]: whole lines, each with its line
	// feed.
	CaptureReply struct {
		Text string
		More bool
	}
)

func (Info) tag() tag         { return tagInfo }
func (Capture) tag() tag      { return tagCapture }
func (Deadline) tag() tag     { return tagDeadline }
func (InfoReply) tag() tag    { return tagInfoReply }
func (CaptureReply) tag() tag { return tagCaptureReply }

func (Info) fromViewer()     {}
func (Capture) fromViewer()  {}
func (Deadline) fromViewer() {}

func (InfoReply) fromOwner()    {}
func (CaptureReply) fromOwner() {}

// EndsAt returns a Deadline for a session that ends at a time on the same clock as now (see package
// clock); for the zero time, one that removes the deadline.
func EndsAt(at, now time.Time) Deadline {
	if at.IsZero() {
		return Deadline{Said: clock.Now()}
	}
	return Deadline{At: clock.ToWall(at, now), Left: max(at.Sub(now), 1), Said: clock.Now()}
}

// Ends returns when the session ends automatically, on the same clock as now, the time when the
// reply arrived; the zero time if it does not.
func (m InfoReply) Ends(now time.Time) time.Time {
	if m.Deadline.IsZero() || m.Left == 0 {
		return clock.FromWall(m.Deadline, now)
	}
	return now.Add(m.Left)
}
