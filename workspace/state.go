package workspace

import (
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// TabID identifies a tab for as long as it exists, also while it is closed and
// can be brought back.
type TabID = uuid.UUID

// ViewID names a view. [MainView] always exists.
type ViewID string

// MainView is the view that every workspace has.
const MainView ViewID = "main"

// State is a whole workspace. It is a value: [Apply] returns a new one and never
// changes what the old one can reach.
type State struct {
	Name       string
	Views      []View
	ActiveView ViewID
	// Sessions holds a record for every session that a layout or the undo stack
	// refers to, and for sessions without a place: archived ones, and those of a
	// document that are suspended or cannot go on. No layout has a pane of an
	// archived session.
	Sessions map[session.ID]Record
	// Undo is the stack of closed tabs and panes; the newest is the last.
	Undo []Closed
	// Past are the changes of structure that can be undone, the newest last, and
	// Future those that were undone and can be made again, the next last. They are
	// of this run of the program alone: no document holds them.
	Past, Future []Change
}

// View is a named, ordered set of tabs. ActiveTab is one of them, and the zero
// id exactly when there are none.
type View struct {
	ID        ViewID
	Name      string
	Tabs      []Tab
	ActiveTab TabID
	// Recent lists other tabs that had the focus, the latest last, so that closing
	// a tab returns to the one the user came from.
	Recent []TabID
}

// Tab is a layout of panes. Name is empty unless the user renamed the tab; the
// title shown is then that of the active pane.
type Tab struct {
	ID   TabID
	Name string
	Root *Node
	// Active is the focused pane: a leaf of Root, or one of Floats that is shown.
	Active session.ID
	// Recent lists other panes that had the focus, the latest last, so that closing
	// a pane returns to the one the user came from.
	Recent []session.ID
	// Zoomed says that the active pane fills the tab.
	Zoomed bool
	// Preset is the number of the preset layout applied last, so that the next
	// can follow; [NoPreset] for none.
	Preset Preset
	// Floats are the panes that lie over the layout, the topmost last.
	Floats []Float
	// Synced are panes that take together what is typed into one of them.
	Synced []session.ID
	// Saved are the layouts of the tab that were saved under a name.
	Saved []SavedLayout
}

// Record is what the workspace remembers of a session.
type Record struct {
	ID     session.ID
	Source session.Source
	// Title is the child's own title; Name, where set, is what the user calls the
	// session instead.
	Title string
	Name  string
	// Program is what runs in the foreground just now, other than the session's own
	// child; empty for nothing. It is never saved.
	Program string
	Agent   session.Agent
	// Dir is the directory the session reported last (OSC 7), or was opened in.
	Dir string
	// Env is what the session was opened with beside the program's environment, as
	// NAME=value.
	Env []string
	// Restart says whether it starts again by itself where its host went while it ran.
	Restart session.Restart
	// NoHistory keeps the lines above its screen off the disk.
	NoHistory   bool
	Provider    session.Provider
	Lifetime    session.Lifetime
	Residency   session.Residency
	Disposition session.Disposition
	// Idled says that its process was ended because it was idle: what is typed next
	// starts it again.
	Idled bool
	// LastActive is when the session was suspended, archived or ended for being idle;
	// zero before.
	LastActive time.Time
	CreatedAt  time.Time
	Attention  Attention
}

// Attention is that a session asks to be looked at; the zero value where it does not.
type Attention struct {
	// Reason is the name of what it asks for, Text what happened.
	Reason, Text string
	// Since is when it began to ask.
	Since time.Time
	// Seen says that its pane was on the screen since then.
	Seen bool
}

// Same reports whether two are the same.
func (a Attention) Same(b Attention) bool {
	return a.Reason == b.Reason && a.Text == b.Text && a.Seen == b.Seen && a.Since.Equal(b.Since)
}

// Axis is the direction in which a split lays out its children.
type Axis uint8

const (
	// Row lays children out left to right.
	Row Axis = iota
	// Column lays children out top to bottom.
	Column
)

// Node is a node of a layout tree: a pane when Children is empty, else a split
// of at least two children. Nodes are immutable once they are part of a State.
type Node struct {
	// Session is set for panes.
	Session session.ID
	// Axis and Children are set for splits. No child of a split is a split of the
	// same axis.
	Axis     Axis
	Children []Child
}

// Child is a node with its share of the split's space. Weights are relative to
// those of its siblings and at least 1.
type Child struct {
	Weight int
	Node   *Node
}

// Direction is one of the four sides of a pane.
type Direction uint8

const (
	Left Direction = iota
	Right
	Up
	Down
)

// Preset is one of the ready-made layouts.
type Preset uint8

const (
	NoPreset Preset = iota
	EvenColumns
	EvenRows
	MainLeft
	MainTop
	Tiled
)

// Closed is an entry of the undo stack: a tab, or one pane of a tab.
type Closed struct {
	// Title is what the user knew it by.
	Title     string
	ClosedAt  time.Time
	ExpiresAt time.Time
	View      ViewID
	// ViewName is what the view was called: it is made again where it is gone. Empty
	// for the main view, which always is there.
	ViewName string
	// Sessions are those that the entry keeps alive, in layout order.
	Sessions []session.ID
	// Tab is the closed tab as it was, at position TabIndex of its view; for a
	// closed pane it holds the id and name of the tab it was in.
	Tab      Tab
	TabIndex int
	// Pane is set when the entry is a single pane.
	Pane *ClosedPane
	// Over says that nothing ran in any of its sessions when it was closed.
	Over bool
}

// ClosedPane remembers where a pane was, so that it can return to the true
// neighbour, side and weights.
type ClosedPane struct {
	Session session.ID
	// Before is the layout of the tab just before the pane was closed, and After
	// the one just after: while the tab still has After, undo restores Before
	// exactly. Both are nil where they are not known.
	Before, After *Node
	// Neighbour is the pane beside it, Side the side of the neighbour it was on,
	// and Weight its share out of Total of the space that they divided.
	Neighbour     session.ID
	Side          Direction
	Weight, Total int
	// Float is set where the pane floated.
	Float *Float
	// Landed are the floating panes there were where the pane was the only one in
	// the layout under them, so that one of them took its place. No document holds
	// them; without them the pane returns beside that one.
	Landed []Float
	// WasActive and WasZoomed tell what had the focus, WasSynced whether the pane
	// took what was typed into others.
	WasActive, WasZoomed, WasSynced bool
}

const (
	// undoLimitDefault is the number of closed tabs and panes that can be brought back, of
	// those in which something runs and of the others each, unless the action that
	// closed them says otherwise. UndoMost is what that may say, and the number of all.
	undoLimitDefault = 10
	undoMost         = 1000
	// UndoTime is how long each can be brought back, unless the action that closed
	// it says otherwise.
	UndoTime = 5 * time.Minute
	// MaxWeight is the largest weight of a child, far above the cells of any
	// terminal and far below what arithmetic with them could overflow.
	MaxWeight = 1 << 20
	// maxDepth is how deep splits may nest: deeper than anybody splits by hand.
	maxDepth = 100
)
