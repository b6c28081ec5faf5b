package workspace

import (
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// TabID identifies a tab for as long as the tab exists, including while it is closed and can be
// brought back.
type TabID = uuid.UUID

// ViewID names a view. [MainView] always exists.
type ViewID string

// MainView is the view that every workspace has.
const MainView ViewID = "main"

// State is a whole workspace. It is a value: [Apply] returns a new one and never modifies the
// old one or anything reachable from it.
type State struct {
	Name       string
	Views      []View
	ActiveView ViewID
	// Sessions has a record for every session that a layout or the undo stack refers to. It
	// also has records of sessions without a place: archived ones, and, from a document,
	// suspended ones and ones that cannot continue. No layout has a pane of an archived
	// session.
	Sessions map[session.ID]Record
	// Undo is the stack of closed tabs and panes, the newest last.
	Undo []Closed
	// Past are the structural changes that can be undone, the newest last. Future are the
	// undone changes that can be redone, the next one last. Both belong to this run of the
	// program and are not saved.
	Past, Future []Change
}

// View is a named, ordered set of tabs. ActiveTab is one of them, or the zero id if there are
// none.
type View struct {
	ID        ViewID
	Name      string
	Tabs      []Tab
	ActiveTab TabID
	// Recent lists other tabs that had the focus, the latest last. Closing a tab returns to the
	// latest of them.
	Recent []TabID
}

// Tab is a layout of panes. Name is empty unless the user renamed the tab; then the title of
// the active pane is shown.
type Tab struct {
	ID   TabID
	Name string
	Root *Node
	// Active is the focused pane: a leaf of Root, or a visible one of Floats.
	Active session.ID
	// Recent lists other panes that had the focus, the latest last. Closing a pane returns to
	// the latest of them.
	Recent []session.ID
	// Zoomed means that the active pane fills the tab.
	Zoomed bool
	// Preset is the preset layout that was applied last, [NoPreset] for none. The next one is
	// chosen from it.
	Preset Preset
	// Floats are the floating panes, the topmost last.
	Floats []Float
	// Synced are the synchronized panes: all receive the input typed into any of them.
	Synced []session.ID
	// Saved are the layouts that were saved for the tab.
	Saved []SavedLayout
}

// Record is the information that the workspace keeps about a session.
type Record struct {
	ID     session.ID
	Source session.Source
	// Title is the title that the child set. Name, if not empty, is the user's name for the
	// session and is shown instead.
	Title string
	Name  string
	// Program is the program in the foreground now, other than the session's own child; empty
	// for none. It is never saved.
	Program string
	// Agent is the coding agent that runs in the session, and Prompt its prompt when it is
	// started for the first time. Retry overrides how often in a row it is restarted automatically.
	// Setup is run before the command at its first start. None of Prompt, Retry and Setup is ever
	// saved: the session's host keeps what it needs.
	Agent         session.Agent
	Prompt, Setup string
	Retry         *int
	// Dir is the directory that the session last reported (OSC 7), or was opened in.
	Dir string
	// Env is the environment that the session was opened with, in addition to the program's, as
	// NAME=value.
	Env []string
	// Restart says whether the session starts again by itself if its host was lost while it
	// ran.
	Restart session.Restart
	// NoHistory means that the lines above its screen are not written to disk.
	NoHistory   bool
	Provider    session.Provider
	Lifetime    session.Lifetime
	Residency   session.Residency
	Disposition session.Disposition
	// Idled means that its process was ended because it was idle. The next input starts it
	// again.
	Idled bool
	// LastActive is when the session was suspended, archived or ended because it was idle. It
	// is zero if none of these happened.
	LastActive time.Time
	CreatedAt  time.Time
	Attention  Attention
}

// Attention says why a session needs attention. The zero value means that it does not.
type Attention struct {
	// Reason is the name of the reason, Text a description of the event.
	Reason, Text string
	// Since is when the need arose.
	Since time.Time
	// Seen means that its pane has been on the screen since then.
	Seen bool
}

// Same reports whether two values are equal; equal times may have different representations.
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

// Node is a node of a layout tree: a pane if Children is empty, otherwise a split with at least
// two children. A node must not change once it is part of a State.
type Node struct {
	// Session is set for panes.
	Session session.ID
	// Axis and Children are set for splits. No child of a split is a split of the
	// same axis.
	Axis     Axis
	Children []Child
}

// Child is a node with its share of the split's space. Weights are at least 1 and relative to
// those of its siblings.
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

// Preset is one of the predefined layouts.
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
	// Title is the title that was displayed for the tab or pane.
	Title     string
	ClosedAt  time.Time
	ExpiresAt time.Time
	View      ViewID
	// ViewName is the name of the view, in case the view must be created again. It is empty for
	// the main view, which always exists.
	ViewName string
	// Sessions are the sessions that the entry holds, in layout order.
	Sessions []session.ID
	// Tab is the closed tab as it was, and TabIndex its position in its view. For a closed
	// pane, Tab has the id and name of the pane's tab.
	Tab      Tab
	TabIndex int
	// Pane is set when the entry is a single pane.
	Pane *ClosedPane
	// Over means that nothing ran in any of its sessions when it was closed.
	Over bool
}

// ClosedPane remembers where a pane was, so that it can return to the same neighbour and side
// with the same weights.
type ClosedPane struct {
	Session session.ID
	// Before and After are the layouts of the tab just before and just after the pane was
	// closed. As long as the tab's layout is After, undo restores Before exactly. Both are nil
	// if they are not known.
	Before, After *Node
	// Neighbour is the pane beside it, Side the side of the neighbour that it was on, and
	// Weight its share, out of Total, of the space that the two shared.
	Neighbour     session.ID
	Side          Direction
	Weight, Total int
	// Float is set if the pane floated.
	Float *Float
	// Landed are the tab's floating panes if the closed pane was the only one in the layout, so
	// that one of them took its place. They are not saved; without them the pane returns beside
	// the one that took its place.
	Landed []Float
	// WasActive means that the pane had the focus, WasZoomed that the tab was zoomed, and
	// WasSynced that the pane was one of the synchronized panes.
	WasActive, WasZoomed, WasSynced bool
}

const (
	// undoLimitDefault is the maximum number of closed tabs and panes in which something runs,
	// and also of the others, unless the action that closed them sets another. maxUndo is the
	// largest limit that it can set, and the maximum number of all entries.
	undoLimitDefault = 10
	maxUndo          = 1000
	// UndoTime is how long each entry can be brought back, unless the action that closed it
	// sets another time.
	UndoTime = 5 * time.Minute
	// MaxWeight is the largest weight of a child. It is far above the number of cells of any
	// terminal and far below values that would overflow.
	MaxWeight = 1 << 20
	// maxDepth is the maximum nesting of splits, far deeper than anyone splits by hand.
	maxDepth = 100
)
