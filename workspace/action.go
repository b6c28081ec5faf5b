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

// A new action goes into this file: its type, and its apply method with the others. Depending
// on the action it also gets methods for the title of its undo (title), for its time if several
// count as one change (madeAt), or one of the interfaces [Closer], [Opener] and [FromFocus].

// Shelf configures how the undo stack keeps the tabs and panes that an action closes. Keep is
// how long they can be brought back; zero means [UndoTime]. Limit is the maximum number of
// entries in which something runs, and also of the other entries; zero means
// [undoLimitDefault]. Over lists the sessions in which nothing runs any more. It may contain
// sessions that the action does not close.
type Shelf struct {
	Keep  time.Duration
	Limit int
	Over  []session.ID
}

// Closer is an action that may close something.
type Closer interface {
	Action
	// With returns the action with these settings for the undo stack.
	With(Shelf) Action
}

// Opener is an action that opens one session.
type Opener interface {
	Action
	Opens() session.ID
}

// FromFocus is an action that starts from the focused pane.
type FromFocus interface {
	Action
	fromFocus()
}

// Opening and closing.
type (
	// OpenTab opens a session in a new tab of View at Index (-1: after the active tab, or at
	// the end). If Record.Source is a worktree that has an active session already, OpenTab
	// focuses the tab of that session instead, unless the session is Adopted: a session that
	// runs already gets a new tab. With Background the active tab stays active.
	OpenTab struct {
		View       ViewID
		Tab        TabID
		Index      int
		Record     Record
		Size       session.Size
		Background bool
		Adopted    bool
	}
	// SplitPane opens a session beside pane At, on the given side. It takes half of the cells
	// that At has in a tab laid out in Area; the other panes keep theirs. It returns
	// [ErrNoRoom] if there is too little room. A zero Area means that the size is unknown; then
	// there is always room. Size is the size of the new pane; if it is zero, it is computed
	// from Area. With Background the focus and the zoom stay as they are.
	SplitPane struct {
		Tab        TabID
		At         session.ID
		Side       Direction
		Record     Record
		Size       session.Size
		Area       session.Size
		Background bool
	}
	// OpenFloat opens a session in a floating pane, on top of the others and focused. The zero
	// Frame means one in the middle. Size and Area are as in [SplitPane].
	OpenFloat struct {
		Tab    TabID
		Record Record
		Frame  Frame
		Size   session.Size
		Area   session.Size
	}
	// OpenLayout opens whole tabs with all their panes, as a template describes them. Records
	// are the new sessions; each has one pane in one of Tabs. A tab goes to Index of its view
	// (-1: at its end); a view that does not exist is created. A float with the zero Frame gets
	// the frame that [OpenFloat] would give it. Each tab of Focus becomes the active tab of its
	// view, and the last of them is shown. Title names the change for undo, Area is the size
	// that the tabs are laid out in. If the tabs and records do not fit together, OpenLayout
	// returns an error and opens nothing.
	OpenLayout struct {
		Title   string
		Tabs    []Placed
		Records []Record
		Focus   []TabID
		Area    session.Size
	}
	// StartSession starts the process of a session that has a pane but no process: after the
	// workspace was loaded, or to run the session again after its process exited. The process
	// starts in the last known directory. Occasion is the reason.
	StartSession struct {
		Session  session.ID
		Size     session.Size
		Occasion session.Occasion
	}
	// CloseTab puts a tab onto the undo stack; its sessions keep running.
	CloseTab struct {
		Tab TabID
		At  time.Time
		Shelf
	}
	// ClosePane puts a pane onto the undo stack; its session keeps running. If it is the last
	// pane of a tab, the tab is closed with it. Area is the size that the tab is laid out in,
	// if known: then panes that are not beside the closed one keep exactly the same cells.
	ClosePane struct {
		Session session.ID
		At      time.Time
		Area    session.Size
		Shelf
	}
	// KillPane ends a session's process and forgets the session. It cannot be undone. Area is
	// as in [ClosePane].
	KillPane struct {
		Session session.ID
		Area    session.Size
	}
	// ArchiveSession ends a session's process and archives the session. Its pane goes onto the
	// undo stack as with [ClosePane]. The session stays archived after its entry there expires,
	// and its files on disk are kept. Only the user archives a session.
	ArchiveSession struct {
		Session session.ID
		At      time.Time
		Area    session.Size
		Shelf
	}
	// UnarchiveSession makes an archived session active again. It returns to its old place if
	// that can still be undone, and otherwise to a new tab at the end of View. It starts no
	// process.
	UnarchiveSession struct {
		Session session.ID
		At      time.Time
		View    ViewID
		Tab     TabID
	}
	// RemoveSession forgets a session that has no pane, and has its files on disk removed.
	RemoveSession struct{ Session session.ID }
	// UndoClose brings back an entry of the undo stack: the one that holds session Holding, or
	// the newest if Holding is zero. If there is no such entry, nothing changes and there is no
	// error. Tab is the id for a new tab, for a pane whose own tab is closed as well.
	UndoClose struct {
		At      time.Time
		Holding session.ID
		Tab     TabID
	}
	// Undo undoes the newest structural change of this run of the program, or the newest close,
	// whichever is newer. If there is neither, it does what [UndoClose] does. It ends no
	// process: a pane that a split opened goes onto the undo stack, and if the stack is full,
	// Undo returns an error. Tab is as in [UndoClose].
	Undo struct {
		At  time.Time
		Tab TabID
		Shelf
	}
	// Redo repeats the change that was undone last, unless another change was made since. Its
	// fields are as in [Undo].
	Redo struct {
		At  time.Time
		Tab TabID
		Shelf
	}
	// KeepClosed extends the time for which the entry that holds session Holding can be brought
	// back, until Until. It never shortens that time.
	KeepClosed struct {
		Holding session.ID
		Until   time.Time
	}
	// DropClosed removes the entry that holds session Holding from the undo stack and ends its
	// sessions. It cannot be undone.
	DropClosed struct{ Holding session.ID }
	// Expire drops the entries of the undo stack whose time has passed and ends their sessions.
	Expire struct{ At time.Time }
)

// Focus and layout.
type (
	// FocusPane makes a pane active in its tab, and the tab active in its view.
	FocusPane struct{ Session session.ID }
	// FocusTab makes a tab active in its view.
	FocusTab struct{ Tab TabID }
	// FocusDirection focuses the pane on a side of the active one. Area is the size that the
	// tab is laid out in; it determines which pane that is.
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
	// FloatPane takes a pane out of the layout and makes it float, focused. The zero Frame
	// means one in the middle. The only pane of a layout cannot float. Area is as in
	// [ClosePane].
	FloatPane struct {
		Session session.ID
		Frame   Frame
		Area    session.Size
	}
	// TilePane puts a floating pane into the layout, beside the tiled pane that last had the
	// focus. Area is as in [SplitPane].
	TilePane struct {
		Session session.ID
		Area    session.Size
	}
	// PlaceFloat moves a floating pane to the cells of Rect in a tab laid out in Area, or to
	// the nearest place inside Area. At is as in [ResizePane].
	PlaceFloat struct {
		Session session.ID
		Rect    Rect
		Area    session.Size
		At      time.Time
	}
	// MoveFloat moves a floating pane by a number of cells towards a side. At is as in
	// [ResizePane].
	MoveFloat struct {
		Session session.ID
		Side    Direction
		Cells   int
		Area    session.Size
		At      time.Time
	}
	// ShowFloats shows all floating panes of a tab and focuses the topmost, or hides them all.
	ShowFloats struct {
		Tab  TabID
		Show bool
	}
	// HideFloat hides one floating pane; its session keeps running. If it has the focus, the
	// previously focused pane gets it. [FocusPane] shows the floating pane again.
	HideFloat struct{ Session session.ID }
	// SyncTab synchronizes all panes of a tab, or none. Synchronized panes all receive the
	// input typed into any of them.
	SyncTab struct {
		Tab TabID
		On  bool
	}
	// SyncPane adds a pane to the synchronized panes of its tab, or removes it from them.
	SyncPane struct {
		Session session.ID
		On      bool
	}
	// SaveLayout saves the layout of a tab under a name and replaces a layout of that name.
	SaveLayout struct {
		Tab  TabID
		Name string
	}
	// UseLayout applies the layout that was saved under a name. Panes of the tab that the
	// layout does not contain become hidden floats. Sessions that have left the tab stay where
	// they are.
	UseLayout struct {
		Tab  TabID
		Name string
	}
	// DropLayout forgets a saved layout; the panes stay as they are.
	DropLayout struct {
		Tab  TabID
		Name string
	}
	// ResizePane moves the border of a pane on the given side outward by Cells (inward if
	// negative), in a tab laid out in Area. If there is no border on that side, the border on
	// the opposite side moves in the same direction, as in tmux. Changes of size that each
	// follow the previous one within [mergeTime], according to At, are undone together. If At
	// is zero, each is undone separately.
	ResizePane struct {
		Session session.ID
		Side    Direction
		Cells   int
		Area    session.Size
		At      time.Time
	}
	// MoveBorder moves the divider after child Index of the split at Path (child numbers from
	// the root) to cell Position of the tab's area. It is used to drag a divider. At is as in
	// [ResizePane].
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
	// SwapNext exchanges a pane with the next one in layout order, or the previous one; the
	// focus moves with it.
	SwapNext struct {
		Session session.ID
		Back    bool
	}
	// RotatePanes moves every tiled pane of a tab to the place of the previous one in layout
	// order, or of the next one. The focus stays at its place on the screen.
	RotatePanes struct {
		Tab  TabID
		Back bool
	}
	// MovePane moves a pane to a side of pane At, which may be in another tab. A tab that loses
	// its last pane is removed. Area is as in [SplitPane].
	MovePane struct {
		Session session.ID
		At      session.ID
		Side    Direction
		Area    session.Size
	}
	// BreakPane moves a pane to a new tab after its old one. The only pane of a tab stays
	// there. Area is as in [ClosePane].
	BreakPane struct {
		Session session.ID
		Tab     TabID
		Area    session.Size
	}
	// JoinTab moves all panes of tab From, with their layout, to a side of pane At of another
	// tab. Area is as in [SplitPane].
	JoinTab struct {
		From TabID
		At   session.ID
		Side Direction
		Area session.Size
	}
	// ToggleZoom makes the pane fill its tab, or restores the layout.
	ToggleZoom struct{ Session session.ID }
	// ApplyPreset arranges the panes of a tab in a preset layout. NoPreset means the one after
	// the last preset applied.
	ApplyPreset struct {
		Tab    TabID
		Preset Preset
	}
	// RenameTab sets a tab's name. With an empty name the tab shows the title of its active
	// pane again.
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
	// OpenView creates an empty view and shows it.
	OpenView struct {
		View ViewID
		Name string
	}
	// SwitchView shows another view. Sessions that leave the screen become backgrounded; those
	// that appear on it become active.
	SwitchView struct{ View ViewID }
	// RenameView sets a view's name. An empty name means the view's id.
	RenameView struct {
		View ViewID
		Name string
	}
	// MoveTabToView moves a tab to Index of another view (-1: at its end) and makes it the
	// active tab there. The current view stays on the screen.
	MoveTabToView struct {
		Tab   TabID
		View  ViewID
		Index int
	}
	// CloseView removes a view. Its tabs go onto the undo stack, as with [CloseTab]. The main
	// view cannot be removed, nor a view with more tabs than fit onto the stack.
	CloseView struct {
		View ViewID
		At   time.Time
		Shelf
	}
)

// Reports of events outside the workspace.
type (
	// SessionTitled reports that a session's child set its title.
	SessionTitled struct {
		Session session.ID
		Title   string
	}
	// SessionMoved reports that a session's child changed its directory.
	SessionMoved struct {
		Session session.ID
		Dir     string
	}
	// SessionAsks reports why a session needs attention, or that it no longer does.
	SessionAsks struct {
		Session   session.ID
		Attention Attention
	}
	// SessionRuns reports the program in the foreground of a session, other than its own child;
	// empty for none. It is not saved.
	SessionRuns struct {
		Session session.ID
		Program string
	}
	// SessionProvided reports the provider of a session's process: a host, or the program
	// itself if the session cannot have a host.
	SessionProvided struct {
		Session  session.ID
		Provider session.Provider
	}
	// SuspendSessions reports that the processes of sessions ended with the program or the
	// machine. Those that were active become suspended.
	SuspendSessions struct {
		Sessions []session.ID
		At       time.Time
	}
	// SessionResumed reports that a session has a process again.
	SessionResumed struct{ Session session.ID }
	// SessionIdled reports that a session's process was ended because it was idle. The next
	// input starts the session again.
	SessionIdled struct {
		Session session.ID
		At      time.Time
	}
	// SessionFailed reports that a new session could not be started. Its pane and its record
	// are removed. (If [StartSession] fails, the pane stays and shows why, and no action
	// reports it.) Area is as in [ClosePane].
	SessionFailed struct {
		Session session.ID
		Reason  string
		Area    session.Size
	}
	// SessionEnded reports that a session's process exited and that its pane should be removed,
	// as for a shell that exits with status 0. Area is as in [ClosePane].
	SessionEnded struct {
		Session session.ID
		Area    session.Size
	}
)

// Each action is applied by a method of the draft of the next state. Its error says why the
// action is impossible.

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
func (a SessionIdled) apply(d *draft) error     { return d.idled(a) }
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

// structural is an action that changes the structure of tabs. It is undone by restoring the
// tabs from before it. title names it for the user.
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

// incremental is a change of size or place. Several in quick succession count as one.
type incremental interface{ madeAt() time.Time }

func (a ResizePane) madeAt() time.Time { return a.At }
func (a MoveBorder) madeAt() time.Time { return a.At }
func (a PlaceFloat) madeAt() time.Time { return a.At }
func (a MoveFloat) madeAt() time.Time  { return a.At }

// changeRecorder is an action that restoring the tabs does not undo completely. It returns the Change to
// record.
type changeRecorder interface{ change(*draft) Change }

func (CloseTab) change(d *draft) Change         { return d.closedLast() }
func (ClosePane) change(d *draft) Change        { return d.closedLast() }
func (a ArchiveSession) change(d *draft) Change { return d.archivedLast(a) }
func (a RenameSession) change(d *draft) Change  { return d.sessionRenamed(a) }
func (a RenameView) change(d *draft) Change     { return d.viewRenamed(a) }
func (a CloseView) change(d *draft) Change      { return d.viewClosed(a) }
func (a MoveTab) change(d *draft) Change        { return d.tabsChanged("move tab", a.Tab) }
