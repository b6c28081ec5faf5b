package paint

import (
	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// TitleRoom is how many columns of a title line are around a pane's title: its mark,
// and the line itself.
const TitleRoom = 7

// TitleText is what the pane's title line says: its title with its marks, empty where
// the line has no room for one. It begins in the line's second column.
func (p Pane) TitleText() string {
	width := p.Place.Title.W
	if width < 5 {
		return ""
	}
	text := " "
	if p.Synced {
		text = theme.SyncMark
	}
	if p.Mark != "" {
		text += p.Mark + " "
	}
	return grid.Cut(text+p.Title, width-3) + " "
}

// drawTitle writes a pane's title into the line above it.
func drawTitle(b *screen.Buffer, p Pane, t theme.Theme) {
	r := p.Place.Title
	if r.W < 5 {
		return
	}
	style := t.Title
	if p.Active {
		style = t.ActiveTitle
	}
	if p.Synced && !p.Active {
		style = t.Sync
	}
	b.Text(r.Y, r.X+1, r.X+r.W-1, t.Plain(p.TitleText()), style)
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
