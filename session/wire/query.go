package wire

import (
	"time"

	"dormer/session"
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
	// then; the zero time says that it does not. The latest word counts.
	Deadline struct{ At time.Time }
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
		Deadline    time.Time
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
