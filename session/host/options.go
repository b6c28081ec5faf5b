package host

import (
	"time"

	"dormer/session"
	"dormer/session/wire"
)

// Options say how a host behaves. The zero value is good.
type Options struct {
	// Version is dormer's, as children see it in TERM_PROGRAM_VERSION and XTVERSION.
	Version string
	// Scripts is a private directory for the scripts of package shell, made where it
	// is missing; empty leaves shells as they are.
	Scripts string
	// Bin is a private directory for this program by the name dormer, made where it is
	// missing: it ends the PATH of children that would not find one. Empty leaves their
	// PATH as it is.
	Bin string
	// HistoryBytes and HistoryLines bound the lines kept above the screen; 0 takes
	// the emulator's default.
	HistoryBytes, HistoryLines int
	// Grace is how long processes have to end after SIGHUP, and SIGTERM a second later,
	// before they are killed; 0 means 5 s.
	Grace time.Duration
	// FrameInterval is the least time between two frames to one viewer under load;
	// 0 means 1/120 s.
	FrameInterval time.Duration
	// SyncTimeout is how long a synchronized update (mode 2026) holds frames back
	// at most; 0 means 200 ms.
	SyncTimeout time.Duration
	// SequenceTimeout is how long a child may be silent in the middle of a control
	// sequence or string before what it prints next is text again; 0 means 5 s.
	SequenceTimeout time.Duration
	// Retention is how long a session is kept whose child has exited and that
	// nobody is attached to; 0 means for ever.
	Retention time.Duration

	provider session.Provider
	watcher  watcher
	// restored is what the screen shows before the child prints anything, as bytes for
	// the emulator.
	restored []byte
	// notice is for whoever looks first; empty for none.
	notice string
	// onEnd is called when nothing is left of the session, before its viewers learn
	// of it; it may wait.
	onEnd func()
	// onAttach is called, under the host's lock, when a viewer begins to look.
	onAttach func()
}

// watcher is told what happens to a session, in order and under the host's lock:
// it returns at once and calls nothing of the host.
type watcher interface {
	// output says that the child printed something.
	output()
	// ending says that the end of the child that runs was asked for. It reports whether
	// the session counts as stopped on request then, and not as suspended.
	ending(reason string) (stopped bool)
	// exited says how the child ended, restarted that another one runs.
	exited(session.Exit)
	restarted()
}

// unwatched is the watcher of a session whose life is nobody else's concern.
type unwatched struct{}

func (unwatched) output()             {}
func (unwatched) ending(string) bool  { return true }
func (unwatched) exited(session.Exit) {}
func (unwatched) restarted()          {}

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

// defaultSize is a child's size where nobody has said another.
var defaultSize = session.Size{Rows: 24, Cols: 80}

// bounded is a size that a terminal may have: the one asked for within the limits,
// the default for none.
func bounded(s session.Size) session.Size {
	if s.Rows <= 0 || s.Cols <= 0 {
		return defaultSize
	}
	return session.Size{Rows: min(s.Rows, wire.MaxRows), Cols: min(s.Cols, wire.MaxCols)}
}
