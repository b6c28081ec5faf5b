package ui

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/workspace"
)

// syncMark stands before the title of every pane that takes what is typed into
// another, and in the status line.
const syncMark = " SYNC "

// syncBorder is the look of the lines around panes that are typed into together.
func (t theme) syncBorder() grid.Style {
	return grid.Style{FG: t.sync.FG, Attrs: grid.Bold}
}

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
func drawFrame(b *screen.Buffer, p paneScene, t theme) {
	if !p.box.bordered() {
		return
	}
	weight, style := 1, t.border
	if p.active {
		weight, style = 2, t.activeBorder
	}
	if p.synced {
		style = t.syncBorder()
	}
	f := p.box.frame
	right, bottom := f.X+f.W-1, f.Y+f.H-1
	top, foot := "", ""
	for range f.W - 2 {
		top += t.boxLine(0, weight, 0, weight)
	}
	foot = t.boxLine(weight, weight, 0, 0) + top + t.boxLine(weight, 0, 0, weight)
	top = t.boxLine(0, weight, weight, 0) + top + t.boxLine(0, 0, weight, weight)
	b.Text(f.Y, f.X, f.X+f.W, top, style)
	b.Text(bottom, f.X, f.X+f.W, foot, style)
	upright := t.boxLine(weight, 0, weight, 0)
	for y := f.Y + 1; y < bottom; y++ {
		b.Text(y, f.X, f.X+1, upright, style)
		b.Text(y, right, right+1, upright, style)
	}
	drawTitle(b, p, t)
}

// boxLine is the box-drawing character with arms of the given weights.
func (t theme) boxLine(up, right, down, left int) string {
	return string(t.lineRune([4]int{up, right, down, left}))
}
