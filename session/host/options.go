package host

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/vt"
	"dormer/session/wire"
)

// Options configure a host. The zero value is ready for use.
type Options struct {
	// Version is dormer's version, for TERM_PROGRAM_VERSION and XTVERSION.
	Version string
	// Scripts is a private directory for the scripts of package shell; it is made if it is missing.
	// If it is empty, shells are not changed.
	Scripts string
	// Bin is a private directory for this program under the name dormer; it is made if it is
	// missing. It is appended to the PATH of children that would not find dormer. If it is empty,
	// their PATH is not changed.
	Bin string
	// HistoryBytes and HistoryLines limit the lines that are kept above the screen; 0 means the
	// emulator's default.
	HistoryBytes, HistoryLines int
	// Grace is the time that processes have to end after SIGHUP, and SIGTERM a second later, before
	// they are killed; 0 means 5 s.
	Grace time.Duration
	// FrameInterval is the least time between two frames to one viewer under load;
	// 0 means 1/120 s.
	FrameInterval time.Duration
	// SyncTimeout is the longest time for which a synchronized update (mode 2026) delays frames; 0
	// means 200 ms.
	SyncTimeout time.Duration
	// SequenceTimeout is how long a child may pause in the middle of a control sequence
	// before the sequence is abandoned; 0 means 5 s.
	SequenceTimeout time.Duration
	// Retention is how long a session is kept after its child has exited while no viewer is
	// attached; 0 means forever.
	Retention time.Duration

	provider session.Provider
	watcher  watcher
	// dir is the directory of the session's files; empty if nothing is kept on disk.
	dir string
	// restore restores the emulator's content before the child prints anything; nil for nothing.
	restore func(*vt.Terminal)
	// notice is shown to the first viewer; empty for none.
	notice string
	// onEnd is called when the session has ended, before its viewers are told; it may block.
	onEnd func()
	// onAttach is called, under the host's lock, when a viewer attaches.
	onAttach func()
}

// watcher is told of the session's events, in order. Its methods are called under the host's lock:
// they return at once and do not call the host.
type watcher interface {
	// output reports output of the child.
	output()
	// historyCleared reports that the lines above the screen were cleared, perhaps more than once.
	historyCleared()
	// ending reports that the running child will be ended. It returns whether the session then
	// counts as stopped on request, and not as suspended.
	ending(reason string) (stopped bool)
	// conversationChanged reports the agent's new conversation.
	conversationChanged(agent.Conversation)
	// exited reports how the child ended, restarted that another one runs.
	exited(session.Exit)
	restarted()
}

// unwatched is a watcher that does nothing.
type unwatched struct{}

func (unwatched) output()                                {}
func (unwatched) historyCleared()                        {}
func (unwatched) ending(string) bool                     { return true }
func (unwatched) conversationChanged(agent.Conversation) {}
func (unwatched) exited(session.Exit)                    {}
func (unwatched) restarted()                             {}

func (o Options) withDefaults() Options {
	if o.Version == "" {
		o.Version = "dev"
	}
	if o.Grace <= 0 {
		o.Grace = 5 * time.Second
	}
	if o.FrameInterval <= 0 {
		o.FrameInterval = time.Second / 120
	}
	if o.SyncTimeout <= 0 {
		o.SyncTimeout = 200 * time.Millisecond
	}
	if o.SequenceTimeout <= 0 {
		o.SequenceTimeout = 5 * time.Second
	}
	if o.provider == "" {
		o.provider = session.Direct
	}
	if o.restore == nil {
		o.restore = func(*vt.Terminal) {}
	}
	if o.onEnd == nil {
		o.onEnd = func() {}
	}
	if o.onAttach == nil {
		o.onAttach = func() {}
	}
	if o.watcher == nil {
		o.watcher = unwatched{}
	}
	return o
}

// defaultSize is used for a terminal without a given size.
var defaultSize = session.Size{Rows: 24, Cols: 80}

// bounded returns s within the limits of a terminal, or the default for no size.
func bounded(s session.Size) session.Size {
	if s.Rows <= 0 || s.Cols <= 0 {
		return defaultSize
	}
	return session.Size{Rows: min(s.Rows, wire.MaxRows), Cols: min(s.Cols, wire.MaxCols)}
}
