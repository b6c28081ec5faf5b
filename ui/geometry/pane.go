package geometry

import (
	"dormer/session"
	"dormer/workspace"
)

// Pane is the place of one pane. The title is the line above the content; it is
// empty where the pane has none.
type Pane struct {
	Session session.ID
	Content workspace.Rect
	Title   workspace.Rect
	// Frame is all that a floating pane covers; it is empty for one of the layout.
	Frame workspace.Rect
}

// Floats reports whether the pane lies over the layout.
func (b Pane) Floats() bool { return !b.Frame.Empty() }

// Bordered reports whether a floating pane has room for a border.
func (b Pane) Bordered() bool { return b.Floats() && b.Frame != b.Content }
