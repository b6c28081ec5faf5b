package ui

import (
	"dormer/session"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// syncMark stands before the title of every pane that takes what is typed into
// another, and in the status line.
const syncMark = " SYNC "

// hiddenIn counts the floating panes of a tab that are not shown.
func hiddenIn(t workspace.Tab) int { return len(hiddenFloats(t)) }

// hiddenFloats are the floating panes of a tab that are not shown.
func hiddenFloats(t workspace.Tab) (ids []session.ID) {
	for _, f := range t.Floats {
		if f.Hidden {
			ids = append(ids, f.Session)
		}
	}
	return ids
}

// drawFrame draws the border of a floating pane with its title, heavy around the
// active one.
func drawFrame(b *screen.Buffer, p paneScene, t theme.Theme) {
	if !p.box.Bordered() {
		return
	}
	weight, style := 1, t.Border
	if p.active {
		weight, style = 2, t.ActiveBorder
	}
	if p.synced {
		style = t.SyncBorder()
	}
	line := func(up, right, down, left int) string { return string(t.Line(theme.Arms{up, right, down, left})) }
	f := p.box.Frame
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
