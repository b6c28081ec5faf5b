package paint

import (
	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/theme"
)

// Scene is everything that the painter needs to draw the screen, except the cells of the
// sessions. It must not change once it is shown.
type Scene struct {
	// Geometry is the place of everything; Panes are in its order.
	Geometry geometry.Screen
	Theme    theme.Theme
	// Tabs and Status are the pieces of the bars from left to right.
	Tabs, Status []theme.Spot
	Panes        []Pane
	// Sidebar holds the sidebar's lines from the top, as text with SGR.
	Sidebar []string
	// Overlays lie over everything else, the topmost last.
	Overlays []Overlay
	// Empty is shown instead of panes when no tab is open. It is a block of text with SGR.
	Empty string
	// Title and Progress are passed on to the outer terminal.
	Title    string
	Progress grid.Progress
	// Agents is the combined state of the agents; see [screen.Terminal.SetStatus].
	Agents string
	// Mouse makes the outer terminal report the mouse, and Hovers all its motion, whatever the
	// children ask for.
	Mouse, Hovers bool
}

// Pane is one pane on the screen.
type Pane struct {
	Place geometry.Pane
	// Title holds the pieces of its title line from left to right; empty for none.
	Title []theme.Spot
	// Active means that the pane has the focus, Synced that it is one of several panes that
	// receive what is typed.
	Active, Synced bool
	// Client is its session, nil while the session starts.
	Client *client.Session
	// Past is the part of its text to show, nil for the live screen.
	Past *Past
	// Dotted fills the cells outside the session's screen with dots, when another viewer has
	// made that screen smaller than the pane.
	Dotted bool
	// Footer is a line over the pane in wordings from long to short. The first that fits is
	// shown. Empty for none.
	Footer []string
}

// Past is a part of a pane's text that is drawn instead of the live screen. History and screen
// form one text.
type Past struct {
	copymode.Shown
	// Links are the links that can be chosen by letter.
	Links []Link
}

// Link is a piece of a link: the columns [Col, End) of a line. Label is drawn over its first
// cells; it is empty for all but the first piece.
type Link struct {
	Label    string
	Line     uint64
	Col, End int
}

// isComplete reports whether every pane on the screen has something to show.
func (s *Scene) isComplete() bool {
	for _, p := range s.Panes {
		if !p.hasContent() {
			return false
		}
	}
	return true
}

// hasContent reports whether the pane can show the session's screen, or says why there is none.
func (p Pane) hasContent() bool {
	if p.Client == nil {
		return len(p.Footer) > 0
	}
	rows := 0
	p.Client.View(func(r *client.Replica) { rows, _ = r.Size() })
	return rows > 0 || p.Client.Status().Runtime == session.Exited
}

// previews reports whether an overlay of the scene shows sessions.
func (s *Scene) previews() bool {
	for _, o := range s.Overlays {
		if len(o.Previews) > 0 {
			return true
		}
	}
	return false
}
