package persist

import (
	"time"

	"dormer/session"
	"dormer/workspace"
)

// schema is the version of the document that this package writes. A change that an older
// program would misread raises it; an additional field does not, because unknown fields of a
// document of the same schema are preserved.
const schema = 2

// document is the whole file. The workspace's own types have no tags, so that renaming a
// field elsewhere does not change the file.
type document struct {
	Schema     int              `json:"schema"`
	SavedAt    time.Time        `json:"savedAt"`
	Name       text             `json:"name"`
	ActiveView workspace.ViewID `json:"activeView"`
	Views      []viewDoc        `json:"views"`
	Sessions   []sessionDoc     `json:"sessions"`
	Undo       []closedDoc      `json:"undo"`
	// Archived are the sessions without a place: archived ones, and others that are not active.
	// They are separate so that an older program preserves them as an unknown field: it would
	// drop them from Sessions.
	Archived []sessionDoc `json:"archived,omitempty"`

	unknown fields
}

type viewDoc struct {
	ID        workspace.ViewID `json:"id"`
	Name      text             `json:"name,omitempty"`
	ActiveTab workspace.TabID  `json:"activeTab,omitzero"`
	// Recent are the tabs that had the focus before, the latest last.
	Recent []workspace.TabID `json:"recent,omitempty"`
	Tabs   []tabDoc          `json:"tabs"`

	unknown fields
}

type tabDoc struct {
	ID     workspace.TabID `json:"id"`
	Name   text            `json:"name,omitempty"`
	Active session.ID      `json:"active,omitzero"`
	// Recent are the panes that had the focus before, the latest last.
	Recent []session.ID `json:"recent,omitempty"`
	Zoomed bool         `json:"zoomed,omitempty"`
	Preset string       `json:"preset,omitempty"`
	Layout *nodeDoc     `json:"layout,omitempty"`
	// Floats exist since schema 2: an older program would treat the sessions in them as lost.
	Floats []floatDoc `json:"floats,omitempty"`
	// Arrangements are the saved layouts.
	Arrangements []savedDoc `json:"arrangements,omitempty"`

	unknown fields
}

// floatDoc is a pane that floats. Frame is its column, row, width and height in units of
// 1/10000 of the tab's area.
type floatDoc struct {
	Session session.ID `json:"session"`
	Frame   [4]int     `json:"frame"`
	Hidden  bool       `json:"hidden,omitempty"`
}

type savedDoc struct {
	Name   text       `json:"name"`
	Layout *nodeDoc   `json:"layout,omitempty"`
	Floats []floatDoc `json:"floats,omitempty"`
}

// nodeDoc is a pane, with a session, or a split, with an axis and children. Weight is the
// weight of a child; a root has none.
type nodeDoc struct {
	Weight   int        `json:"weight,omitempty"`
	Session  session.ID `json:"session,omitzero"`
	Axis     string     `json:"axis,omitempty"`
	Children []nodeDoc  `json:"children,omitempty"`
}

type sessionDoc struct {
	ID          session.ID          `json:"id"`
	Source      sourceDoc           `json:"source"`
	Title       text                `json:"title,omitempty"`
	Name        text                `json:"name,omitempty"`
	Agent       session.Agent       `json:"agent,omitempty"`
	Dir         text                `json:"dir,omitempty"`
	Env         []text              `json:"env,omitempty"`
	Provider    session.Provider    `json:"provider"`
	Lifetime    session.Lifetime    `json:"lifetime"`
	Residency   residencyDoc        `json:"residency"`
	Disposition session.Disposition `json:"disposition"`
	// LastActiveAt is when it was suspended, archived, or ended for being idle.
	LastActiveAt time.Time `json:"lastActiveAt,omitzero"`
	Idled        bool      `json:"idled,omitempty"`
	CreatedAt    time.Time `json:"createdAt"`
	// Restart is "always" or "ask" if the session has a setting of its own.
	Restart   session.Restart `json:"restart,omitempty"`
	NoHistory bool            `json:"noHistory,omitempty"`
	Attention attentionDoc    `json:"attention,omitzero"`

	unknown fields
}

type attentionDoc struct {
	Reason string    `json:"reason"`
	Text   text      `json:"text,omitempty"`
	Since  time.Time `json:"since"`
	Seen   bool      `json:"seen,omitempty"`
}

type sourceDoc struct {
	Kind     session.SourceKind `json:"kind"`
	Repo     text               `json:"repo,omitempty"`
	Worktree text               `json:"worktree,omitempty"`
	Dir      text               `json:"dir,omitempty"`
	Command  []text             `json:"command,omitempty"`
}

type residencyDoc struct {
	Place     session.Place `json:"place"`
	ExpiresAt time.Time     `json:"expiresAt,omitzero"`
}

type closedDoc struct {
	Title     text             `json:"title,omitempty"`
	ClosedAt  time.Time        `json:"closedAt"`
	ExpiresAt time.Time        `json:"expiresAt"`
	View      workspace.ViewID `json:"view"`
	ViewName  text             `json:"viewName,omitempty"`
	Sessions  []session.ID     `json:"sessions"`
	Tab       tabDoc           `json:"tab"`
	TabIndex  int              `json:"tabIndex"`
	Pane      *closedPaneDoc   `json:"pane,omitempty"`
	Over      bool             `json:"over,omitempty"`
}

type closedPaneDoc struct {
	Session   session.ID `json:"session"`
	Before    *nodeDoc   `json:"before,omitempty"`
	After     *nodeDoc   `json:"after,omitempty"`
	Neighbour session.ID `json:"neighbour,omitzero"`
	Side      string     `json:"side"`
	Weight    int        `json:"weight"`
	Total     int        `json:"total"`
	WasActive bool       `json:"wasActive,omitempty"`
	WasZoomed bool       `json:"wasZoomed,omitempty"`
	Float     *floatDoc  `json:"float,omitempty"`
}
