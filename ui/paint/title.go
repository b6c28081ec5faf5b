package paint

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// drawTitle writes a pane's title into the line above it, between two blanks.
func drawTitle(b *screen.Buffer, p Pane, t theme.Theme) {
	if len(p.Title) == 0 {
		return
	}
	y, from, end := p.Place.Title.Y, p.Title[0].X, p.Title[len(p.Title)-1].End
	if !strings.HasPrefix(p.Title[0].Text, " ") {
		from--
	}
	b.Fill(screen.Rect{Top: y, Left: from, Bottom: y + 1, Right: end + 1}, grid.Style{})
	for _, spot := range p.Title {
		b.Text(y, spot.X, spot.End, t.Plain(spot.Text), spot.Style)
	}
}

// drawFrame draws the border of a floating pane with its title, heavy around the
// active one.
func drawFrame(b *screen.Buffer, p Pane, t theme.Theme) {
	if !p.Place.Bordered() {
		return
	}
	weight, style := 1, t.Border
	if p.Active {
		weight, style = 2, t.ActiveBorder
	}
	if p.Synced {
		style = t.SyncBorder()
	}
	line := func(up, right, down, left int) string { return string(t.Line(theme.Arms{up, right, down, left})) }
	f := p.Place.Frame
	right, bottom := f.X+f.W-1, f.Y+f.H-1
	top, foot := "", ""
	for range f.W - 2 {
		top += line(0, weight, 0, weight)
	}
	foot = line(weight, weight, 0, 0) + top + line(weight, 0, 0, weight)
	top = line(0, weight, weight, 0) + top + line(0, 0, weight, weight)
	b.Text(f.Y, f.X, f.X+f.W, top, style)
	b.Text(bottom, f.X, f.X+f.W, foot, style)
	upright := line(weight, 0, weight, 0)
	for y := f.Y + 1; y < bottom; y++ {
		b.Text(y, f.X, f.X+1, upright, style)
		b.Text(y, right, right+1, upright, style)
	}
	drawTitle(b, p, t)
}
