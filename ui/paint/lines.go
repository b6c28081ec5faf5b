package paint

import (
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// lines holds the cells of the lines between panes, as a grid of the whole body.
type lines struct {
	body       workspace.Rect
	horizontal []bool
	vertical   []bool
	heavy      []bool // beside the active pane
	synced     []bool // beside a pane that receives what is typed in several panes
}

// lineCells collects the lines of a geometry: the dividers, and the line above the
// topmost panes that carries their titles.
func lineCells(g geometry.Screen) lines {
	n := g.Body.W * g.Body.H
	l := lines{body: g.Body, horizontal: make([]bool, n), vertical: make([]bool, n), heavy: make([]bool, n), synced: make([]bool, n)}
	if g.Titled {
		l.mark(l.horizontal, workspace.Rect{X: g.Body.X, Y: g.Body.Y, W: g.Body.W, H: 1})
	}
	for _, d := range g.Dividers {
		if d.Axis == workspace.Row {
			l.mark(l.vertical, d.Rect)
		} else {
			l.mark(l.horizontal, d.Rect)
		}
	}
	return l
}

// grown returns a rectangle that is one cell larger on each side.
func grown(c workspace.Rect) workspace.Rect {
	return workspace.Rect{X: c.X - 1, Y: c.Y - 1, W: c.W + 2, H: c.H + 2}
}

func (l lines) mark(in []bool, r workspace.Rect) {
	for y := max(r.Y, l.body.Y); y < min(r.Y+r.H, l.body.Y+l.body.H); y++ {
		for x := max(r.X, l.body.X); x < min(r.X+r.W, l.body.X+l.body.W); x++ {
			in[l.at(x, y)] = true
		}
	}
}

func (l lines) at(x, y int) int { return (y-l.body.Y)*l.body.W + x - l.body.X }

func (l lines) has(in []bool, x, y int) bool {
	return l.body.Contains(x, y) && in[l.at(x, y)]
}

// arms returns the arms of a line's cell, and whether the cell belongs to the border of the
// active pane.
func (l lines) arms(x, y int) (arms theme.Arms, heavy bool) {
	i := l.at(x, y)
	along := [4]bool{l.vertical[i], l.horizontal[i], l.vertical[i], l.horizontal[i]}
	for arm, d := range [4]geometry.Point{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}} {
		nx, ny := x+d.X, y+d.Y
		crossing := l.vertical
		if d.X != 0 {
			crossing = l.horizontal
		}
		weight := 0
		if along[arm] || l.has(crossing, nx, ny) {
			weight = 1
			if l.heavy[i] && (l.has(l.heavy, nx, ny) || !l.body.Contains(nx, ny)) {
				weight = 2
			}
		}
		arms[arm] = weight
	}
	return arms, l.heavy[i]
}

// drawLines draws the lines between the panes. The lines around the active pane are heavy.
func drawLines(b *screen.Buffer, s *Scene, t theme.Theme) {
	g := s.Geometry
	l := lineCells(g)
	for _, p := range s.Panes {
		if p.Place.Floats() {
			continue
		}
		if p.Active && !p.Place.Content.Empty() {
			l.mark(l.heavy, grown(p.Place.Content))
		}
		if p.Synced {
			l.mark(l.synced, grown(p.Place.Content))
		}
	}
	light, heavy, synced := b.Palette().StyleID(t.Border), b.Palette().StyleID(t.ActiveBorder), b.Palette().StyleID(t.SyncBorder())
	for y := g.Body.Y; y < g.Body.Y+g.Body.H; y++ {
		row := b.Row(y)
		for x := g.Body.X; x < min(g.Body.X+g.Body.W, len(row)); x++ {
			if i := l.at(x, y); !l.horizontal[i] && !l.vertical[i] {
				continue
			}
			arms, isHeavy := l.arms(x, y)
			style := light
			switch {
			case l.synced[l.at(x, y)]:
				style = synced
			case isHeavy:
				style = heavy
			}
			row[x] = grid.Cell{Char: uint32(t.Line(arms)), Style: style}
		}
		b.Touch(y)
	}
}
