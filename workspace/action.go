package workspace

import (
	"cmp"
	"time"

	"dormer/session"
)

// Action is a change to a workspace whose targets are explicit. The sum is
// sealed: every action is one of the types of this file. New ids and the time
// are fields, so a log of actions replays to the same state.
//
//sumtype:decl
type Action interface{ apply(*draft) error }

// To add an action is to add it to this file: its type, and its apply with the others.
// Where that holds for it, its type says besides what undoing it is called (title), when
// it was made where several count as one (madeAt), or what else it is: see [Closer],
// [Opener] and [FromFocus].

// Shelf says how what an action closes is kept on the undo stack. Keep is how long it can
// be brought back; zero means [UndoTime]. Limit is how many entries the stack has at most
// then, of those in which something runs and of the others each; zero means [undoLimitDefault].
// Over are the sessions in which nothing runs any more; it may name others than those that
// are closed.
type Shelf struct {
	Keep  time.Duration
	Limit int
	Over  []session.ID
}

// Closer is an action that may close something.
type Closer interface {
	Action
	// With is the action with what it closes kept so.
	With(Shelf) Action
}

// Opener is an action that opens one session.
type Opener interface {
	Action
	Opens() session.ID
}

// FromFocus is an action that goes on from the pane that has the focus.
type FromFocus interface {
	Action
	fromFocus()
}

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
	// OpenFloat opens a session in a pane that floats over a tab, on top of the
	// others and with the focus. The zero Frame is one in the middle. Size and Area
	// are as for [SplitPane].
	OpenFloat struct {
		Tab    TabID
		Record Record
		Frame  Frame
		Size   session.Size
		Area   session.Size
	}
	// OpenLayout opens whole tabs with all their panes: what a template describes.
	// Records are the new sessions, of which each has one pane in one of Tabs. A tab
	// goes to Index of its view (-1: at its end), which is made where it is not there. A
	// float with the zero Frame gets one as [OpenFloat] gives it.
	// Each of Focus becomes the active tab of its view, and the last of them is shown.
	// Title is what undoing it is called, Area the size that tabs are laid out in.
	// What is not whole is an error, and nothing of it is opened.
	OpenLayout struct {
		Title   string
		Tabs    []Placed
		Records []Record
		Focus   []TabID
		Area    session.Size
	}
	// StartSession asks for the process of a session that has a pane and no
	// process: after the workspace was loaded, or to run it again once it exited.
	// It starts in the directory that the session was in last. Occasion is why.
	StartSession struct {
		Session  session.ID
		Size     session.Size
		Occasion session.Occasion
	}
	// CloseTab puts a tab onto the undo stack; its sessions run on.
	CloseTab struct {
		Tab TabID
		At  time.Time
		Shelf
	}
	// ClosePane puts a pane onto the undo stack; its session runs on. The last
	// pane of a tab takes the tab with it. Area, where it is known, is the size
	// that the tab is laid out in: the panes that are not beside the closed one
	// keep their cells exactly.
	ClosePane struct {
		Session session.ID
		At      time.Time
		Area    session.Size
		Shelf
	}
	// KillPane ends a session's process and forgets the session; this cannot be
	// undone. Area is as for [ClosePane].
	KillPane struct {
		Session session.ID
		Area    session.Size
	}
	// ArchiveSession ends a session's process and puts the session away: its pane goes
	// onto the undo stack as with [ClosePane], and the session stays archived when that
	// time has passed. What is kept of it on disk stays. Only a user's word archives.
	ArchiveSession struct {
		Session session.ID
		At      time.Time
		Area    session.Size
		Shelf
	}
	// UnarchiveSession makes an archived session active again: at its old place while
	// that can be undone, else in a new tab at the end of View. Nothing is started.
	UnarchiveSession struct {
		Session session.ID
		At      time.Time
		View    ViewID
		Tab     TabID
	}
	// RemoveSession forgets a session that has no pane, with what is kept of it on disk.
	RemoveSession struct{ Session session.ID }
	// UndoClose brings an entry of the undo stack back: the one that keeps Holding
	// alive, or the newest where that is the zero id. A stack without it is no
	// error and no change. Tab is the id of a tab for a pane whose own is closed as
	// well and stays so.
	UndoClose struct {
		At      time.Time
		Holding session.ID
		Tab     TabID
	}
	// Undo undoes the newest change of structure of this run of the program, or the
	// newest close, whichever is newer; where there is neither it is as
	// [UndoClose]. It ends no process: a pane that a split opened goes to the undo
	// stack, and where that is full the error says so. Tab is as for [UndoClose].
	Undo struct {
		At  time.Time
		Tab TabID
		Shelf
	}
	// Redo makes the change again that was undone last, unless another was made
	// since. Its fields are as for [Undo].
	Redo struct {
		At  time.Time
		Tab TabID
		Shelf
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
	// FloatPane takes a pane out of the layout and lets it float, with the focus.
	// The zero Frame is one in the middle. The only pane of a layout cannot. Area is
	// as for [ClosePane].
	FloatPane struct {
		Session session.ID
		Frame   Frame
		Area    session.Size
	}
	// TilePane puts a floating pane into the layout, beside the pane there that had
	// the focus last. Area is as for [SplitPane].
	TilePane struct {
		Session session.ID
		Area    session.Size
	}
	// PlaceFloat gives a floating pane the frame that has the cells of Rect in a tab
	// laid out in Area, or the nearest within it. At is as for [ResizePane].
	PlaceFloat struct {
		Session session.ID
		Rect    Rect
		Area    session.Size
		At      time.Time
	}
	// MoveFloat moves a floating pane by cells towards a side. At is as for
	// [ResizePane].
	MoveFloat struct {
		Session session.ID
		Side    Direction
		Cells   int
		Area    session.Size
		At      time.Time
	}
	// ShowFloats shows all floating panes of a tab, with the topmost in focus, or
	// hides them all.
	ShowFloats struct {
		Tab  TabID
		Show bool
	}
	// HideFloat hides one floating pane; its session runs on. The focus goes to the
	// pane that had it before. [FocusPane] shows it again.
	HideFloat struct{ Session session.ID }
	// SyncTab makes all panes of a tab take what is typed into one of them, or none.
	SyncTab struct {
		Tab TabID
		On  bool
	}
	// SyncPane adds a pane to those of its tab that take what is typed into one of
	// them, or takes it away.
	SyncPane struct {
		Session session.ID
		On      bool
	}
	// SaveLayout keeps the layout of a tab under a name, in place of what had
	// that name.
	SaveLayout struct {
		Tab  TabID
		Name string
	}
	// UseLayout lays a tab out as it was kept under a name. Panes of the tab
	// that were not there then float, hidden; sessions that have left the tab stay
	// where they are.
	UseLayout struct {
		Tab  TabID
		Name string
	}
	// DropLayout forgets a saved layout; the panes stay as they are.
	DropLayout struct {
		Tab  TabID
		Name string
	}
	// ResizePane moves the border of a pane on the given side outward by Cells
	// (inward where negative), in a tab laid out in Area. Where there is no border
	// on that side, the one on the other side moves in the same direction, as in
	// tmux. Changes of size within [oneChange] of each other, by At, are undone at
	// once; where At is zero each by itself.
	ResizePane struct {
		Session session.ID
		Side    Direction
		Cells   int
		Area    session.Size
		At      time.Time
	}
	// MoveBorder puts the divider after child Index of the split at Path (child
	// numbers from the root) to cell Position of the tab's area: what dragging
	// does. At is as for [ResizePane].
	MoveBorder struct {
		Tab      TabID
		Path     []int
		Index    int
		Position int
		Area     session.Size
		At       time.Time
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
	// RotatePanes moves each tiled pane of a tab to the place of the one before it in
	// layout order, or after it; the focus stays where it is on the screen.
	RotatePanes struct {
		Tab  TabID
		Back bool
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
	// RenameView sets a view's name; the empty one is the view's id.
	RenameView struct {
		View ViewID
		Name string
	}
	// MoveTabToView puts a tab at Index of another view (-1: at its end), as its
	// active tab; the view that is shown stays.
	MoveTabToView struct {
		Tab   TabID
		View  ViewID
		Index int
	}
	// CloseView removes a view; its tabs go onto the undo stack, as with [CloseTab].
	// The main view cannot be removed, nor one with more tabs than the stack can
	// have.
	CloseView struct {
		View ViewID
		At   time.Time
		Shelf
	}
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
	// SessionAsks says what a session asks to be looked at for, or that it asks for
	// nothing any more.
	SessionAsks struct {
		Session   session.ID
		Attention Attention
	}
	// SessionRuns says what runs in the foreground of a session, other than its own
	// child; empty for nothing. It is not saved.
	SessionRuns struct {
		Session session.ID
		Program string
	}
	// SessionProvided says what runs a session's process: a host, or the program itself where
	// it can have none.
	SessionProvided struct {
		Session  session.ID
		Provider session.Provider
	}
	// SuspendSessions says that the processes of sessions ended with the program or the
	// machine. Those that were active become suspended, all at once.
	SuspendSessions struct {
		Sessions []session.ID
		At       time.Time
	}
	// SessionResumed says that a session has a process again.
	SessionResumed struct{ Session session.ID }
	// EndIdle ends the process of a session because it was idle, and changes nothing
	// else: what is typed next starts it again.
	EndIdle struct {
		Session session.ID
		At      time.Time
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

// The verb of each action: a draft of the next state has it, and a reason where it
// cannot be done.

func (a OpenTab) apply(d *draft) error          { return d.openTab(a) }
func (a SplitPane) apply(d *draft) error        { return d.splitPane(a) }
func (a OpenFloat) apply(d *draft) error        { return d.openFloat(a) }
func (a OpenLayout) apply(d *draft) error       { return d.openLayout(a) }
func (a StartSession) apply(d *draft) error     { return d.startSession(a) }
func (a CloseTab) apply(d *draft) error         { return d.closeTab(a) }
func (a ClosePane) apply(d *draft) error        { return d.closePane(a) }
func (a KillPane) apply(d *draft) error         { return d.killPane(a) }
func (a ArchiveSession) apply(d *draft) error   { return d.archive(a) }
func (a UnarchiveSession) apply(d *draft) error { return d.unarchive(a) }
func (a RemoveSession) apply(d *draft) error    { return d.removeSession(a) }
func (a SuspendSessions) apply(d *draft) error  { return d.suspend(a) }
func (a SessionResumed) apply(d *draft) error   { return d.resumed(a) }
func (a EndIdle) apply(d *draft) error          { return d.endIdle(a) }
func (a UndoClose) apply(d *draft) error        { return d.undoClose(a) }
func (a Undo) apply(d *draft) error             { return d.undo(a) }
func (a Redo) apply(d *draft) error             { return d.redo(a) }
func (a KeepClosed) apply(d *draft) error       { return d.keepClosed(a) }
func (a DropClosed) apply(d *draft) error       { return d.dropClosed(a) }
func (a Expire) apply(d *draft) error           { return d.expire(a) }
func (a FocusPane) apply(d *draft) error        { return d.focusPane(a) }
func (a FocusTab) apply(d *draft) error         { return d.focusTab(a) }
func (a FocusDirection) apply(d *draft) error   { return d.focusDirection(a) }
func (a FocusNext) apply(d *draft) error        { return d.focusNext(a) }
func (a ResizePane) apply(d *draft) error       { return d.resizePane(a) }
func (a MoveBorder) apply(d *draft) error       { return d.moveBorder(a) }
func (a Equalize) apply(d *draft) error         { return d.equalize(a) }
func (a SwapPanes) apply(d *draft) error        { return d.swapPanes(a) }
func (a SwapNext) apply(d *draft) error         { return d.swapNext(a) }
func (a RotatePanes) apply(d *draft) error      { return d.rotatePanes(a) }
func (a MovePane) apply(d *draft) error         { return d.movePane(a) }
func (a BreakPane) apply(d *draft) error        { return d.breakPane(a) }
func (a JoinTab) apply(d *draft) error          { return d.joinTab(a) }
func (a FloatPane) apply(d *draft) error        { return d.floatPane(a) }
func (a TilePane) apply(d *draft) error         { return d.tilePane(a) }
func (a PlaceFloat) apply(d *draft) error       { return d.placeFloat(a) }
func (a MoveFloat) apply(d *draft) error        { return d.moveFloat(a) }
func (a ShowFloats) apply(d *draft) error       { return d.showFloats(a) }
func (a HideFloat) apply(d *draft) error        { return d.hideFloat(a) }
func (a SyncTab) apply(d *draft) error          { return d.syncTab(a) }
func (a SyncPane) apply(d *draft) error         { return d.syncPane(a) }
func (a SaveLayout) apply(d *draft) error       { return d.saveLayout(a) }
func (a UseLayout) apply(d *draft) error        { return d.useLayout(a) }
func (a DropLayout) apply(d *draft) error       { return d.dropLayout(a) }
func (a ToggleZoom) apply(d *draft) error       { return d.toggleZoom(a) }
func (a ApplyPreset) apply(d *draft) error      { return d.applyPreset(a) }
func (a RenameTab) apply(d *draft) error        { return d.renameTab(a) }
func (a RenameSession) apply(d *draft) error    { return d.renameSession(a) }
func (a MoveTab) apply(d *draft) error          { return d.moveTab(a) }
func (a OpenView) apply(d *draft) error         { return d.openView(a) }
func (a SwitchView) apply(d *draft) error       { return d.switchView(a) }
func (a RenameView) apply(d *draft) error       { return d.renameView(a) }
func (a MoveTabToView) apply(d *draft) error    { return d.moveTabToView(a) }
func (a CloseView) apply(d *draft) error        { return d.closeView(a) }
func (a SessionTitled) apply(d *draft) error    { return d.sessionTitled(a) }
func (a SessionMoved) apply(d *draft) error     { return d.sessionMoved(a) }
func (a SessionAsks) apply(d *draft) error      { return d.sessionAsks(a) }
func (a SessionRuns) apply(d *draft) error      { return d.sessionRuns(a) }
func (a SessionProvided) apply(d *draft) error  { return d.sessionProvided(a) }
func (a SessionFailed) apply(d *draft) error    { return d.sessionFailed(a) }
func (a SessionEnded) apply(d *draft) error     { return d.sessionEnded(a) }

func (a CloseTab) With(s Shelf) Action       { a.Shelf = s; return a }
func (a ClosePane) With(s Shelf) Action      { a.Shelf = s; return a }
func (a CloseView) With(s Shelf) Action      { a.Shelf = s; return a }
func (a ArchiveSession) With(s Shelf) Action { a.Shelf = s; return a }
func (a Undo) With(s Shelf) Action           { a.Shelf = s; return a }
func (a Redo) With(s Shelf) Action           { a.Shelf = s; return a }

func (a OpenTab) Opens() session.ID   { return a.Record.ID }
func (a SplitPane) Opens() session.ID { return a.Record.ID }
func (a OpenFloat) Opens() session.ID { return a.Record.ID }

func (FocusDirection) fromFocus() {}
func (FocusNext) fromFocus()      {}

// structural is an action that changes the structure, and can be undone by the tabs as
// they were before it. Its title is what that is called.
type structural interface{ title() string }

func (SplitPane) title() string        { return "split" }
func (OpenFloat) title() string        { return "float" }
func (FloatPane) title() string        { return "float" }
func (a OpenLayout) title() string     { return "open " + cmp.Or(cleanTitle(a.Title), "tabs") }
func (TilePane) title() string         { return "tile" }
func (MovePane) title() string         { return "move" }
func (MoveFloat) title() string        { return "move" }
func (PlaceFloat) title() string       { return "place" }
func (ResizePane) title() string       { return "resize" }
func (MoveBorder) title() string       { return "resize" }
func (Equalize) title() string         { return "layout" }
func (ApplyPreset) title() string      { return "layout" }
func (a UseLayout) title() string      { return "layout " + a.Name }
func (SwapPanes) title() string        { return "swap" }
func (SwapNext) title() string         { return "swap" }
func (RotatePanes) title() string      { return "rotate" }
func (UnarchiveSession) title() string { return "unarchive" }
func (BreakPane) title() string        { return "break" }
func (JoinTab) title() string          { return "join" }
func (RenameTab) title() string        { return "rename" }
func (MoveTabToView) title() string    { return "move tab" }

// gradual is a change of size or place of which several may count as one.
type gradual interface{ madeAt() time.Time }

func (a ResizePane) madeAt() time.Time { return a.At }
func (a MoveBorder) madeAt() time.Time { return a.At }
func (a PlaceFloat) madeAt() time.Time { return a.At }
func (a MoveFloat) madeAt() time.Time  { return a.At }

// noted is an action that is undone otherwise than by the tabs as they were, or by more
// than these. It says itself what it changed.
type noted interface{ change(*draft) Change }

func (CloseTab) change(d *draft) Change         { return d.closedLast() }
func (ClosePane) change(d *draft) Change        { return d.closedLast() }
func (a ArchiveSession) change(d *draft) Change { return d.archivedLast(a) }
func (a RenameSession) change(d *draft) Change  { return d.sessionRenamed(a) }
func (a RenameView) change(d *draft) Change     { return d.viewRenamed(a) }
func (a CloseView) change(d *draft) Change      { return d.viewClosed(a) }
func (a MoveTab) change(d *draft) Change        { return d.tabsChanged("move tab", a.Tab) }
