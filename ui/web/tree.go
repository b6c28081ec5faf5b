package web

import (
	"maps"
	"slices"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/workspace"
)

// Tree is a workspace as the page lists it.
type Tree struct {
	Workspace string `json:"workspace"`
	// Shown says that a program has the workspace open. Without one, tabs can be neither opened
	// nor closed.
	Shown bool   `json:"shown"`
	Views []View `json:"views"`
	// Closed are the closed tabs and panes that can be brought back, the newest first.
	Closed []Closed `json:"closed"`
	// Others are the sessions without a pane.
	Others   []string           `json:"others"`
	Sessions map[string]Session `json:"sessions"`
}

// View is a view of a workspace.
type View struct {
	Name   string `json:"name"`
	Active bool   `json:"active"`
	Tabs   []Tab  `json:"tabs"`
}

// Tab is a tab and its layout.
type Tab struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Active bool    `json:"active"`
	Zoomed bool    `json:"zoomed"`
	Pane   string  `json:"pane"`
	Layout *Node   `json:"layout"`
	Floats []Float `json:"floats"`
}

// Node is a pane, or a split of several parts.
type Node struct {
	Session string `json:"session,omitempty"`
	// Column says that the parts are stacked; otherwise they are side by side.
	Column bool   `json:"column,omitempty"`
	Parts  []Part `json:"parts,omitempty"`
}

// Part is a part of a split, with its weight.
type Part struct {
	Weight int   `json:"weight"`
	Node   *Node `json:"node"`
}

// Float is a floating pane. Its frame is in percent of the tab.
type Float struct {
	Session string  `json:"session"`
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	W       float64 `json:"w"`
	H       float64 `json:"h"`
}

// Closed is a tab or pane that was closed.
type Closed struct {
	Title    string    `json:"title"`
	Tab      bool      `json:"tab"`
	Sessions []string  `json:"sessions"`
	Expires  time.Time `json:"expires"`
}

// Session is a session as the page lists it.
type Session struct {
	Title string `json:"title"`
	// Status is its state in words, as dormer ps prints it.
	Status string `json:"status"`
	// Runs says that its program runs, Live that it has a host, so that its terminal can be shown.
	Runs bool `json:"runs"`
	Live bool `json:"live"`
	// Agent is the agent in it, State the agent's state, Kind what a blocked agent waits for, and
	// Message the agent's message.
	Agent   string     `json:"agent,omitempty"`
	State   string     `json:"state,omitempty"`
	Kind    string     `json:"kind,omitempty"`
	Message string     `json:"message,omitempty"`
	Since   *time.Time `json:"since,omitempty"`
	// Chat says that the page can show it as a conversation.
	Chat bool `json:"chat,omitempty"`
	// Dir is its directory, as shown to people.
	Dir string `json:"dir,omitempty"`
	// ChildTitle is the title that its program has set, Program the program in the foreground. The
	// titles of its tab and pane may depend on them.
	ChildTitle string `json:"-"`
	Program    string `json:"-"`
	// Waits says why it needs attention; empty if it does not.
	Waits string `json:"waits,omitempty"`
}

// NewTree returns the tree of a workspace. sessions holds all sessions, including those without a
// record in the workspace, which are listed among the others if they are live. Closed items are
// listed until they expire.
func NewTree(s workspace.State, shown bool, sessions map[session.ID]Session, now time.Time) Tree {
	t := Tree{Workspace: s.Name, Shown: shown, Views: []View{}, Closed: []Closed{}, Others: []string{}, Sessions: map[string]Session{}}
	s.Sessions = withLiveTitles(s.Sessions, sessions)
	placed := map[session.ID]bool{}
	for _, v := range s.Views {
		view := View{Name: v.Name, Active: v.ID == s.ActiveView, Tabs: []Tab{}}
		if view.Name == "" {
			view.Name = string(v.ID)
		}
		for _, tab := range v.Tabs {
			view.Tabs = append(view.Tabs, tabOf(s, tab, tab.ID == v.ActiveTab))
			for _, id := range tab.Panes() {
				placed[id] = true
			}
		}
		t.Views = append(t.Views, view)
	}
	for _, c := range slices.Backward(s.Undo) {
		for _, id := range c.Sessions {
			placed[id] = true
		}
		if c.ExpiresAt.After(now) {
			t.Closed = append(t.Closed, Closed{Title: c.Title, Tab: c.Pane == nil, Sessions: words(c.Sessions), Expires: c.ExpiresAt})
		}
	}
	for id, known := range sessions {
		if r, ok := s.Sessions[id]; ok {
			known.Title = r.DisplayTitle()
			if a := r.Attention; a.Reason != "" && !a.Seen && known.Waits == "" {
				known.Waits, known.Since = a.Reason, &a.Since
				if a.Text != "" {
					known.Waits = a.Text
				}
			}
		}
		if known.State == string(agent.Blocked) {
			known.Waits = waits(agent.Kind(known.Kind))
			if known.Message != "" {
				known.Waits = known.Message
			}
		}
		t.Sessions[id.String()] = known
		if !placed[id] && known.Live {
			t.Others = append(t.Others, id.String())
		}
	}
	slices.Sort(t.Others)
	return t
}

// withLiveTitles returns the records with the present titles and programs of live sessions.
func withLiveTitles(records map[session.ID]workspace.Record, now map[session.ID]Session) map[session.ID]workspace.Record {
	out := maps.Clone(records)
	for id, r := range out {
		if s := now[id]; s.Live {
			r.Title, r.Program = s.ChildTitle, s.Program
			out[id] = r
		}
	}
	return out
}

// tabOf returns a tab as the page lists it.
func tabOf(s workspace.State, t workspace.Tab, active bool) Tab {
	out := Tab{
		ID: t.ID.String(), Title: s.TabTitle(t), Active: active, Zoomed: t.Zoomed,
		Pane: t.Active.String(), Layout: nodeOf(t.Root), Floats: []Float{},
	}
	for _, f := range t.Floats {
		if f.Hidden {
			continue
		}
		const percent = workspace.FrameUnit / 100
		out.Floats = append(out.Floats, Float{
			Session: f.Session.String(), X: float64(f.Frame.X) / percent, Y: float64(f.Frame.Y) / percent,
			W: float64(f.Frame.W) / percent, H: float64(f.Frame.H) / percent,
		})
	}
	return out
}

// nodeOf returns a layout as the page lists it.
func nodeOf(n *workspace.Node) *Node {
	switch {
	case n == nil:
		return nil
	case n.Pane():
		return &Node{Session: n.Session.String()}
	}
	out := &Node{Column: n.Axis == workspace.Column}
	for _, c := range n.Children {
		out.Parts = append(out.Parts, Part{Weight: c.Weight, Node: nodeOf(c.Node)})
	}
	return out
}

// waits says what a blocked agent waits for.
func waits(k agent.Kind) string {
	switch k {
	case agent.Permission:
		return "asks for permission"
	case agent.Question:
		return "has a question"
	case agent.Auth:
		return "needs a log-in"
	}
	return "waits for you"
}

// words returns ids as text.
func words(ids []session.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.String()
	}
	return out
}
