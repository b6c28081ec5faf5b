package geometry

import (
	"dormer/session"
	"dormer/workspace"
)

// Pane is the place of one pane. Title is the line above the content; it is empty for a pane
// without a title.
type Pane struct {
	Session session.ID
	Content workspace.Rect
	Title   workspace.Rect
	// Frame is the whole area of a floating pane; it is empty for a pane of the layout.
	Frame workspace.Rect
}

// Floats reports whether the pane lies over the layout.
func (b Pane) Floats() bool { return !b.Frame.Empty() }

// Bordered reports whether a floating pane has room for a border.
func (b Pane) Bordered() bool { return b.Floats() && b.Frame != b.Content }
