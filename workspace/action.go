package workspace

import (
	"time"

	"dormer/session"
)

// Action is a change to a workspace whose targets are explicit. The sum is
// sealed: every action is one of the types of this file. New ids and the time
// are fields, so a log of actions replays to the same state.
//
//sumtype:decl
type Action interface{ action() }

// Opening and closing.
type (
	// OpenTab opens a session in a new tab of View at Index (-1: after the active
	// tab, or at the end). With Record.Source of kind worktree it focuses the tab
	// of an active session of that worktree instead, where there is one.
	OpenTab struct {
		View   ViewID
		Tab    TabID
		Index  int
		Record Record
		Size   session.Size
	}
	// SplitPane opens a session beside pane At, on its given side. It takes half
	// of the cells that At has in a tab laid out in Area; the other panes keep
	// theirs. Where there is no room the error is [ErrNoRoom]; a zero Area means
	// that the size is not known, and then there always is. Size is that of the
	// new pane; where it is zero it is computed from Area.
	SplitPane struct {
		Tab    TabID
		At     session.ID
		Side   Direction
		Record Record
		Size   session.Size
		Area   session.Size
	}
	// StartSession asks for the process of a session that has a pane and no
	// process: after the workspace was loaded, or to run it again once it exited.
	// It starts in the directory that the session was in last.
	StartSession struct {
		Session session.ID
		Size    session.Size
	}
	// CloseTab puts a tab onto the undo stack; its sessions run on. Keep is how
	// long it can be brought back; zero means [UndoTime]. Limit is how many entries
	// the stack has at most then; zero means [UndoLimit].
	CloseTab struct {
		Tab   TabID
		At    time.Time
		Keep  time.Duration
		Limit int
	}
	// ClosePane puts a pane onto the undo stack; its session runs on. The last
	// pane of a tab takes the tab with it. Area, where it is known, is the size
	// that the tab is laid out in: the panes that are not beside the closed one
	// keep their cells exactly.
	ClosePane struct {
		Session session.ID
		At      time.Time
		Keep    time.Duration
		Limit   int
		Area    session.Size
	}
	// KillPane ends a session's process and forgets the session; this cannot be
	// undone. Area is as for [ClosePane].
	KillPane struct {
		Session session.ID
		Area    session.Size
	}
	// UndoClose brings an entry of the undo stack back: the one that keeps Holding
	// alive, or the newest where that is the zero id. A stack without it is no
	// error and no change. Tab is the id of a tab for a pane whose own is closed as
	// well and stays so.
	UndoClose struct {
		At      time.Time
		Holding session.ID
		Tab     TabID
	}
	// KeepClosed lets the entry that keeps Holding alive be brought back until
	// another time, which is later than the one it has.
	KeepClosed struct {
		Holding session.ID
		Until   time.Time
	}
	// DropClosed takes the entry that keeps Holding alive from the undo stack and
	// ends its sessions; this cannot be undone.
	DropClosed struct{ Holding session.ID }
	// Expire drops the entries of the undo stack whose time has passed and ends
	// their sessions.
	Expire struct{ At time.Time }
)

// Focus and layout.
type (
	// FocusPane makes a pane active in its tab, and the tab active in its view.
	FocusPane struct{ Session session.ID }
	// FocusTab makes a tab active in its view.
	FocusTab struct{ Tab TabID }
	// FocusDirection focuses the pane beside the active one. Area is the size
	// that the tab is laid out in, which decides what is beside what.
	FocusDirection struct {
		Tab  TabID
		Side Direction
		Area session.Size
	}
	// FocusNext focuses the next pane in layout order, or the previous one.
	FocusNext struct {
		Tab  TabID
		Back bool
	}
	// ResizePane moves the border of a pane on the given side outward by Cells
	// (inward where negative), in a tab laid out in Area. Where there is no border
	// on that side, the one on the other side moves in the same direction, as in
	// tmux.
	ResizePane struct {
		Session session.ID
		Side    Direction
		Cells   int
		Area    session.Size
	}
	// MoveBorder puts the divider after child Index of the split at Path (child
	// numbers from the root) to cell Position of the tab's area: what dragging
	// does.
	MoveBorder struct {
		Tab      TabID
		Path     []int
		Index    int
		Position int
		Area     session.Size
	}
	// Equalize gives all children of all splits of a tab the same weight.
	Equalize struct{ Tab TabID }
	// SwapPanes exchanges two panes, in one tab or across tabs.
	SwapPanes struct{ A, B session.ID }
	// SwapNext exchanges a pane with the next in layout order, or the previous;
	// the focus goes with it.
	SwapNext struct {
		Session session.ID
		Back    bool
	}
	// MovePane takes a pane out of its place and puts it on a side of pane At,
	// which may be in another tab. A tab that loses its last pane goes. Area is as
	// for [SplitPane].
	MovePane struct {
		Session session.ID
		At      session.ID
		Side    Direction
		Area    session.Size
	}
	// BreakPane makes a pane a tab of its own, after the one it was in. A pane that
	// is alone in its tab stays as it is. Area is as for [ClosePane].
	BreakPane struct {
		Session session.ID
		Tab     TabID
		Area    session.Size
	}
	// JoinTab moves all panes of tab From, as they are laid out, to a side of pane
	// At of another tab. Area is as for [SplitPane].
	JoinTab struct {
		From TabID
		At   session.ID
		Side Direction
		Area session.Size
	}
	// ToggleZoom makes the pane fill its tab, or undoes that.
	ToggleZoom struct{ Session session.ID }
	// ApplyPreset lays a tab's panes out anew. NoPreset means the one after the
	// last applied.
	ApplyPreset struct {
		Tab    TabID
		Preset Preset
	}
	// RenameTab sets a tab's name; the empty name gives the title back to the
	// active pane.
	RenameTab struct {
		Tab  TabID
		Name string
	}
	// RenameSession sets the user's name for a session.
	RenameSession struct {
		Session session.ID
		Name    string
	}
	// MoveTab puts a tab at Index of its view.
	MoveTab struct {
		Tab   TabID
		Index int
	}
)

// Views.
type (
	// OpenView makes a new, empty view and shows it.
	OpenView struct {
		View ViewID
		Name string
	}
	// SwitchView shows another view. Sessions that leave the screen become
	// backgrounded, those that come active.
	SwitchView struct{ View ViewID }
	// CloseView removes a view without tabs. The main view cannot be removed.
	CloseView struct{ View ViewID }
)

// What happened outside.
type (
	// SessionTitled says that a session's child gave itself a title.
	SessionTitled struct {
		Session session.ID
		Title   string
	}
	// SessionMoved says that a session's child changed its directory.
	SessionMoved struct {
		Session session.ID
		Dir     string
	}
	// SessionRuns says what runs in the foreground of a session, other than its own
	// child; empty for nothing. It is not saved.
	SessionRuns struct {
		Session session.ID
		Program string
	}
	// SessionFailed says that a new session could not be started: its pane goes,
	// and so does its record. (A session that was asked for by [StartSession] keeps
	// its pane, which shows why; no action reports it.) Area is as for [ClosePane].
	SessionFailed struct {
		Session session.ID
		Reason  string
		Area    session.Size
	}
	// SessionEnded says that a session's process exited and that its pane should
	// go, as a shell's does that exits with 0. Area is as for [ClosePane].
	SessionEnded struct {
		Session session.ID
		Area    session.Size
	}
)

func (OpenTab) action()        {}
func (SplitPane) action()      {}
func (StartSession) action()   {}
func (CloseTab) action()       {}
func (ClosePane) action()      {}
func (KillPane) action()       {}
func (UndoClose) action()      {}
func (KeepClosed) action()     {}
func (DropClosed) action()     {}
func (Expire) action()         {}
func (FocusPane) action()      {}
func (FocusTab) action()       {}
func (FocusDirection) action() {}
func (FocusNext) action()      {}
func (ResizePane) action()     {}
func (MoveBorder) action()     {}
func (Equalize) action()       {}
func (SwapPanes) action()      {}
func (SwapNext) action()       {}
func (MovePane) action()       {}
func (BreakPane) action()      {}
func (JoinTab) action()        {}
func (ToggleZoom) action()     {}
func (ApplyPreset) action()    {}
func (RenameTab) action()      {}
func (RenameSession) action()  {}
func (MoveTab) action()        {}
func (OpenView) action()       {}
func (SwitchView) action()     {}
func (CloseView) action()      {}
func (SessionTitled) action()  {}
func (SessionMoved) action()   {}
func (SessionRuns) action()    {}
func (SessionFailed) action()  {}
func (SessionEnded) action()   {}
