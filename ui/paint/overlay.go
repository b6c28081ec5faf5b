package paint

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/screen"
	"dormer/workspace"
)

// Overlay is a box over the panes, with lines of text with SGR. Its rectangle is
// blank but for them.
type Overlay struct {
	Rect workspace.Rect
	Text string
	// Cursor is where one types in it, nil where one does not.
	Cursor *geometry.Point
	// Passive says that it does not take the keyboard: the cursor stays where it is.
	Passive bool
	// Previews are pictures of sessions in it.
	Previews []Preview
}

// Preview is a picture of a session as it is now, in a rectangle of the screen: the
// last rows that have something on them, from the left edge.
type Preview struct {
	Rect   workspace.Rect
	Client *client.Session
	// At is what of the session's history is in the middle of it, nil for its screen.
	At *wire.Match
}

func drawOverlay(b *screen.Buffer, o Overlay) {
	b.Fill(rect(o.Rect), grid.Style{})
	b.ANSI(o.Rect.Y, o.Rect.X, o.Rect.X+o.Rect.W, o.Rect.Y+o.Rect.H, o.Text)
}
