package wire

import (
	"time"

	"dormer/session"
	"dormer/session/clock"
)

// Message is a message of a connection, in either direction: one of the types of the sums
// [FromViewer] and [FromOwner], each of which is sealed.
type Message interface{ tag() tag }

// FromViewer is a message from a viewer to an owner.
//
//sumtype:decl
type FromViewer interface {
	Message
	fromViewer()
}

// FromOwner is a message from an owner to a viewer.
//
//sumtype:decl
type FromOwner interface {
	Message
	fromOwner()
}

// From the viewer to the owner.
type (
	// Attach requests frames of a screen of the given size. It is the first message of a viewer;
	// the first frame is the answer. A viewer of size 0 by 0 only watches, and never resizes.
	Attach struct{ Size session.Size }
	// Ack reports that a frame was applied and the next may come.
	Ack struct{ Seq uint64 }
	// Input is bytes for the child, already encoded for its modes.
	Input struct{ Data []byte }
	// Paste is pasted text for the child. If the child has enabled bracketed paste, the owner adds
	// the brackets and removes anything that could end them early. A long paste comes in parts; all
	// but the last have More set.
	Paste struct {
		Data []byte
		More bool
	}
	// Resize gives the child a new size.
	Resize struct{ Size session.Size }
	// Signal sends a signal by number to the foreground process group.
	Signal struct{ Number int }
	// End requests the end of the child (SIGHUP, a second later SIGTERM, 5 s after the first
	// SIGKILL) and of the session. With Forget, all files of the session are removed too. Said is
	// when it was sent; a later [Deadline] that keeps the session revokes it. It is zero from
	// viewers that do not set it.
	End struct {
		Forget bool
		Said   clock.Moment
	}
	// EndIdle requests the end of the session, as [End] does, if its child runs and for at least
	// this long no viewer has typed and the screen has not changed. Otherwise the answer is an
	// [InfoReply]. Older owners ignore it.
	EndIdle struct{ After time.Duration }
	// Restart starts the session's command again after its child has exited. Login is the login
	// environment of the requesting user ([session.Login]); if it is empty the command keeps its
	// previous one. With Force a running child is ended first, as by [End]; older owners ignore
	// such a message.
	Restart struct {
		Login []string
		Force bool
	}
	// Lines requests history lines; the answer is a [LinesReply] with this Tag.
	Lines struct {
		Tag   uint64
		Range Range
	}
	// ClearHistory drops the lines above the screen.
	ClearHistory struct{}
)

// From the owner to the viewer.
type (
	// Started reports that the child runs.
	Started struct{ PID int }
	// Exited reports how the child ended. The screen stays. Stopped means that its end was
	// requested; older owners do not set it.
	Exited struct {
		Exit    session.Exit
		Stopped bool
	}
	// Bell reports that the child rang (BEL). At is the time of the last bell while no viewer was
	// attached; zero means now.
	Bell struct{ At time.Time }
	// Clipboard is text that the child put on a clipboard (OSC 52). Selection has xterm's
	// letters for the clipboard ("c", "p").
	Clipboard struct {
		Selection string
		Text      string
	}
	// Notice is one sentence for the user about this session. If Child is set it is a notification
	// of a program (OSC 9, 99, 777): Text is the whole as one sentence, Title and Body are its
	// parts, one of which may be empty. At is when it was sent, if no viewer was attached then;
	// zero means now.
	Notice struct {
		Text        string
		Child       bool
		Title, Body string
		At          time.Time
	}
	// Taken reports that this many more bytes of the viewer's input and pastes have gone to the
	// child, or were dropped: the viewer may send as many again (see [InputWindow]).
	Taken struct{ Bytes int }
	// LinesReply is the only answer to [Lines] with its Tag: the lines from the first existing one
	// of the range on, as many as fit. Range contains their numbers; it is empty if none exists.
	// The viewer requests the rest again.
	LinesReply struct {
		Tag    uint64
		Range  Range
		Styles []Style
		Lines  []Line
	}
)

func (Attach) tag() tag       { return tagAttach }
func (Ack) tag() tag          { return tagAck }
func (Input) tag() tag        { return tagInput }
func (Paste) tag() tag        { return tagPaste }
func (Resize) tag() tag       { return tagResize }
func (Signal) tag() tag       { return tagSignal }
func (End) tag() tag          { return tagEnd }
func (EndIdle) tag() tag      { return tagEndIdle }
func (Restart) tag() tag      { return tagRestart }
func (Lines) tag() tag        { return tagLines }
func (ClearHistory) tag() tag { return tagClearHistory }
func (Frame) tag() tag        { return tagFrame }
func (Started) tag() tag      { return tagStarted }
func (Exited) tag() tag       { return tagExited }
func (Bell) tag() tag         { return tagBell }
func (Clipboard) tag() tag    { return tagClipboard }
func (Notice) tag() tag       { return tagNotice }
func (Taken) tag() tag        { return tagTaken }
func (LinesReply) tag() tag   { return tagLinesReply }

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

// Conn is one connection between an owner and a viewer. Send and Receive may be called from
// different goroutines, each from one at a time. After Close both return errors on both sides;
// Receive first returns the messages already sent.
type Conn interface {
	Send(Message) error
	Receive() (Message, error)
	Close() error
}
