package paint

import (
	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/theme"
)

// Scene is all that the painter has to know to draw the screen, except for the
// cells of the sessions themselves. Nothing in it changes once it is shown.
type Scene struct {
	// Geometry is where everything is; Panes are in its order.
	Geometry geometry.Screen
	Theme    theme.Theme
	// Tabs and Status are what the bars say, from the left.
	Tabs, Status []theme.Spot
	Panes        []Pane
	// Sidebar are its lines from the top, as text with SGR.
	Sidebar []string
	// Overlays lie over everything else, the topmost last.
	Overlays []Overlay
	// Empty is what stands in place of panes where no tab is open, a block of text with SGR.
	Empty string
	// Title and Progress are told to the outer terminal.
	Title    string
	Progress grid.Progress
	// Mouse says that the outer terminal is to report the mouse, Hovers that it is
	// to report all motion, whatever the children ask for.
	Mouse, Hovers bool
}

// Pane is one pane on the screen.
type Pane struct {
	Place geometry.Pane
	// Title is what its title line says, where it has one, from the left.
	Title []theme.Spot
	// Active says that it has the focus, Synced that what is typed goes to several
	// panes, of which it is one.
	Active, Synced bool
	// Client is its session, nil while that starts.
	Client *client.Session
	// Past is what of the text is shown, nil for the live screen.
	Past *Past
	// Dotted marks what is not the session's screen, which another viewer has made
	// smaller than the pane.
	Dotted bool
	// Footer is a line over the pane, in wordings from long to short: the first that
	// fits is shown. Empty for none.
	Footer []string
}

// Past is what of a pane's text is drawn in place of its live screen: the history
// goes on into the screen, as one text.
type Past struct {
	copymode.Shown
	// Links are what can be chosen by letter.
	Links []Link
}

// Link is a piece of a link, the columns [Col, End) of a line. Label stands over its
// beginning; it is empty where there is none.
type Link struct {
	Label    string
	Line     uint64
	Col, End int
}

// whole reports whether there is something to show of every session on the screen.
func (s *Scene) whole() bool {
	for _, p := range s.Panes {
		if !p.came() {
			return false
		}
	}
	return true
}

// came reports whether the pane's session has a screen, or why it has none is known.
func (p Pane) came() bool {
	if p.Client == nil {
		return len(p.Footer) > 0
	}
	rows := 0
	p.Client.View(func(r *client.Replica) { rows, _ = r.Size() })
	return rows > 0 || p.Client.Status().Runtime == session.Exited
}

// previews reports whether the scene shows sessions in overlays.
func (s *Scene) previews() bool {
	for _, o := range s.Overlays {
		if len(o.Previews) > 0 {
			return true
		}
	}
	return false
}
