package wire

import (
	"time"

	"dormer/session"
	"dormer/session/clock"
)

// Message is what goes over a connection in either direction: one of the types of
// the sums [FromViewer] and [FromOwner], each of which is sealed.
type Message interface{ message() }

// FromViewer is what a viewer sends to an owner.
//
//sumtype:decl
type FromViewer interface {
	Message
	fromViewer()
}

// FromOwner is what an owner sends to a viewer.
//
//sumtype:decl
type FromOwner interface {
	Message
	fromOwner()
}

// From the viewer to the owner.
type (
	// Attach asks for frames of a screen of the given size. It is the first message of a
	// viewer; the first frame is the answer. A viewer of size 0 by 0 only watches, and
	// never resizes.
	Attach struct{ Size session.Size }
	// Ack says that a frame was applied and the next may come.
	Ack struct{ Seq uint64 }
	// Input is bytes for the child, already encoded for its modes.
	Input struct{ Data []byte }
	// Paste is text for the child. The owner brackets it if the child has asked for that,
	// and removes what could end the bracket early. A long paste comes in parts; all but
	// the last have More set.
	Paste struct {
		Data []byte
		More bool
	}
	// Resize gives the child a new size.
	Resize struct{ Size session.Size }
	// Signal sends a signal by number to the foreground process group.
	Signal struct{ Number int }
	// End asks for the end of the child (SIGHUP, a second later SIGTERM, 5 s after the
	// first SIGKILL) and of the session. With Forget, everything that is kept of the
	// session on disk is removed too. Said is when it was sent; a later [Deadline] that
	// keeps the session revokes it. It is zero from viewers that do not set it.
	End struct {
		Forget bool
		Said   clock.Moment
	}
	// EndIdle asks for the end of the session, as [End] does, if its child runs and for at
	// least this long nobody has typed and the screen has shown nothing new. Otherwise the
	// answer is an [InfoReply]. Older owners ignore it.
	EndIdle struct{ After time.Duration }
	// Restart starts the session's command again after its child has exited. Login is the
	// login environment of the user who asks ([session.Login]); if it is empty the command
	// gets the one that it had. With Force a running child is ended first, as by [End];
	// older owners ignore such a message.
	Restart struct {
		Login []string
		Force bool
	}
	// Lines asks for history lines; the answer is a [LinesReply] with this Tag.
	Lines struct {
		Tag   uint64
		Range Range
	}
	// ClearHistory drops the lines above the screen.
	ClearHistory struct{}
)

// From the owner to the viewer.
type (
	// Started says that the child runs.
	Started struct{ PID int }
	// Exited says how the child ended. The screen stays. Stopped says that its end had been
	// asked for; older owners do not set it.
	Exited struct {
		Exit    session.Exit
		Stopped bool
	}
	// Bell says that the child rang (BEL). At is the time of the last bell while no viewer
	// was attached; zero means now.
	Bell struct{ At time.Time }
	// Clipboard is text that the child put on a clipboard (OSC 52). Selection has xterm's
	// letters for the clipboard ("c", "p").
	Clipboard struct {
		Selection string
		Text      string
	}
	// Notice is one sentence for the user about this session. If Child is set it is a
	// notification of a program (OSC 9, 99, 777): Text is the whole as one sentence, Title
	// and Body are its parts, of which one may be empty. At is when it was sent, if no
	// viewer was attached then; zero means now.
	Notice struct {
		Text        string
		Child       bool
		Title, Body string
		At          time.Time
	}
	// Taken says that this many more bytes of the viewer's input and pastes have gone to
	// the child, or were dropped: the viewer may send as many again (see [InputWindow]).
	Taken struct{ Bytes int }
	// LinesReply is the one answer to [Lines] with its Tag: from the first kept line of the
	// range on, as many as fit. Range says which; it is empty if none is kept. The viewer
	// asks again for the rest.
	LinesReply struct {
		Tag    uint64
		Range  Range
		Styles []Style
		Lines  []Line
	}
)

func (Attach) message()       {}
func (Ack) message()          {}
func (Input) message()        {}
func (Paste) message()        {}
func (Resize) message()       {}
func (Signal) message()       {}
func (End) message()          {}
func (EndIdle) message()      {}
func (Restart) message()      {}
func (Lines) message()        {}
func (ClearHistory) message() {}
func (Frame) message()        {}
func (Started) message()      {}
func (Exited) message()       {}
func (Bell) message()         {}
func (Clipboard) message()    {}
func (Notice) message()       {}
func (Taken) message()        {}
func (LinesReply) message()   {}

func (Attach) fromViewer()       {}
func (Ack) fromViewer()          {}
func (Input) fromViewer()        {}
func (Paste) fromViewer()        {}
func (Resize) fromViewer()       {}
func (Signal) fromViewer()       {}
func (End) fromViewer()          {}
func (EndIdle) fromViewer()      {}
func (Restart) fromViewer()      {}
func (Lines) fromViewer()        {}
func (ClearHistory) fromViewer() {}

func (Frame) fromOwner()      {}
func (Started) fromOwner()    {}
func (Exited) fromOwner()     {}
func (Bell) fromOwner()       {}
func (Clipboard) fromOwner()  {}
func (Notice) fromOwner()     {}
func (Taken) fromOwner()      {}
func (LinesReply) fromOwner() {}

// Conn is one connection between an owner and a viewer. Send and Receive may be
// called from different goroutines, each from one at a time. After Close both
// return errors on both sides; Receive first drains what was sent.
type Conn interface {
	Send(Message) error
	Receive() (Message, error)
	Close() error
}
