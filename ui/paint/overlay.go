package paint

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/screen"
	"dormer/ui/theme"
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
	// Dims says that what is behind it is dimmed.
	Dims bool
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

func drawOverlay(b *screen.Buffer, o Overlay, t theme.Theme) {
	b.Fill(rect(o.Rect), t.Surface)
	b.ANSI(o.Rect.Y, o.Rect.X, o.Rect.X+o.Rect.W, o.Rect.Y+o.Rect.H, o.Text, t.Surface)
}

// dim has what is between the bars step back behind what lies over it: what it says is
// in the muted colour, and nothing in it is lit. What is dimmed already stays as it is.
func (p *Painter) dim(s *Scene) {
	body := s.Geometry.Body
	r := workspace.Rect{Y: body.Y, W: s.Geometry.Size.Cols, H: body.H}
	for y := range r.H {
		p.restyle(r, y, 0, r.W, p.dimmed)
	}
}

// dimmed is a style that is dimmed.
func (p *Painter) dimmed(s grid.Style) grid.Style {
	if s.Attrs&grid.Reverse != 0 {
		s.BG = grid.DefaultColor // which was written in
	}
	s.FG, s.UL = p.theme.Muted, grid.DefaultColor
	s.Attrs &^= grid.Bold | grid.Reverse
	return s
}
