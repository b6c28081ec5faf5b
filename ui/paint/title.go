package paint

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// drawTitle writes a pane's title into the line above it, with a blank on each side.
func drawTitle(b *screen.Buffer, p Pane, t theme.Theme) {
	if len(p.Title) == 0 {
		return
	}
	y, from, end := p.Place.Title.Y, p.Title[0].X, p.Title[len(p.Title)-1].End
	if !strings.HasPrefix(p.Title[0].Text, " ") {
		from--
	}
	ground := grid.DefaultColor
	if p.Place.Floats() {
		ground = t.FloatGround()
	}
	b.Fill(screen.Rect{Top: y, Left: from, Bottom: y + 1, Right: end + 1}, grid.Style{BG: ground})
	for _, spot := range p.Title {
		if spot.Style.BG.IsDefault() {
			spot.Style.BG = ground
		}
		b.Text(y, spot.X, spot.End, t.Plain(spot.Text), spot.Style)
	}
}

// drawFrame draws the border and the title of a floating pane. The border of the active pane is
// heavy.
func drawFrame(b *screen.Buffer, p Pane, t theme.Theme) {
	if !p.Place.Bordered() {
		return
	}
	style := t.Border
	if p.Active {
		style = t.ActiveBorder
	}
	if p.Synced {
		style = t.SyncBorder()
	}
	style.BG = t.FloatGround()
	f, line := p.Place.Frame, t.FloatFrame(p.Active)
	right, bottom := f.X+f.W-1, f.Y+f.H-1
	b.Text(f.Y, f.X, f.X+f.W, line.TopLeft+strings.Repeat(line.Top, f.W-2)+line.TopRight, style)
	b.Text(bottom, f.X, f.X+f.W, line.BottomLeft+strings.Repeat(line.Bottom, f.W-2)+line.BottomRight, style)
	side := strings.Repeat(" ", p.Place.Content.X-f.X-1)
	for y := f.Y + 1; y < bottom; y++ {
		b.Text(y, f.X, f.X+f.W, line.Left+side, style)
		b.Text(y, right-len(side), right+1, side+line.Right, style)
	}
	drawTitle(b, p, t)
}
