package paint

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Overlay is a box over the panes. Its rectangle is blank except for Text, which is lines of
// text with SGR.
type Overlay struct {
	Rect workspace.Rect
	Text string
	// Cursor is the cursor on the screen while the overlay is the topmost one.
	Cursor grid.Cursor
	// Passive means that it does not take the keyboard: the cursor stays where it is.
	Passive bool
	// Dims means that everything behind it is dimmed.
	Dims bool
	// Previews are pictures of sessions in it.
	Previews []Preview
}

// Preview is a live picture of a session in a rectangle of the screen: its last rows that are
// not blank, from the left edge.
type Preview struct {
	Rect   workspace.Rect
	Client *client.Session
	// At is the match in the session's history to show in the middle; nil shows the screen.
	At *wire.Match
}

func drawOverlay(b *screen.Buffer, o Overlay, t theme.Theme) {
	b.Fill(rect(o.Rect), t.Surface)
	b.ANSI(o.Rect.Y, o.Rect.X, o.Rect.X+o.Rect.W, o.Rect.Y+o.Rect.H, o.Text, t.Surface)
}

// dim dims everything between the bars, so that the overlay stands out: all text gets the muted
// colour, without bold or reverse video. Dimming twice changes nothing more.
func (p *Painter) dim(s *Scene) {
	body := s.Geometry.Body
	r := workspace.Rect{Y: body.Y, W: s.Geometry.Size.Cols, H: body.H}
	for y := range r.H {
		p.restyle(r, y, 0, r.W, p.dimmed)
	}
}

// dimmed returns the dimmed form of a style.
func (p *Painter) dimmed(s grid.Style) grid.Style {
	if s.Attrs&grid.Reverse != 0 {
		s.BG = grid.DefaultColor // the text was in this colour
	}
	s.FG, s.UL = p.theme.Muted, grid.DefaultColor
	s.Attrs &^= grid.Bold | grid.Reverse
	return s
}
