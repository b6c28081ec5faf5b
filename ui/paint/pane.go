package paint

import (
	"strings"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// drawnPane records what the buffer holds of a pane.
type drawnPane struct {
	client *client.Session
	box    workspace.Rect
	gens   []uint64
	epoch  uint64
	remap  *screen.Remap
	rows   int // of the replica, when it was copied
	cols   int
	flip   bool
	ground grid.Color // replaces the default background
}

// paintPane copies the changed parts of a pane and reports whether it copied anything.
func (p *Painter) paintPane(ps *Pane) bool {
	r := ps.Place.Content
	if r.W < 1 || r.H < 1 {
		return false
	}
	if ps.Client == nil {
		p.buf.Fill(rect(r), grid.Style{})
		drawFooter(p.buf, *ps, 0, p.theme)
		delete(p.panes, ps.Place.Session)
		return true
	}
	d := p.panes[ps.Place.Session]
	if d == nil || d.client != ps.Client || d.box != r {
		d = &drawnPane{client: ps.Client, box: r}
		p.panes[ps.Place.Session] = d
	}
	if d.ground = grid.DefaultColor; ps.Place.Floats() {
		d.ground = p.theme.FloatGround()
	}
	if ps.Past != nil {
		p.paintPast(ps, d)
		return true
	}
	return p.paintLive(ps, d)
}

// paintFloats paints the floating panes from the lowest to the topmost. It repaints a pane
// completely if anything under it was copied; under says so for the first. It reports whether
// anything was copied.
func (p *Painter) paintFloats(s *Scene, under bool) bool {
	for i := range s.Panes {
		ps := &s.Panes[i]
		if !ps.Place.Floats() {
			continue
		}
		if d := p.panes[ps.Place.Session]; d != nil && under {
			d.gens = d.gens[:0]
		}
		drew := p.paintPane(ps)
		if under {
			drawFrame(p.buf, *ps, p.theme)
		}
		under = under || drew
	}
	return under
}

// paintLive copies the changed rows of the session's screen and reports whether there were any.
func (p *Painter) paintLive(ps *Pane, d *drawnPane) (copied bool) {
	r := ps.Place.Content
	under := 0
	ps.Client.View(func(rep *client.Replica) {
		d.follow(rep, p.buf)
		rows, _ := rep.Size()
		for y := range r.H {
			gen := uint64(0)
			var cells []grid.Cell
			if y < rows {
				gen, cells = rep.RowGen(y), rep.Written(y)
			}
			if len(d.gens) <= y {
				d.gens = append(d.gens, gen+1)
			}
			if len(ps.Footer) > 0 && grid.ContentEnd(cells) > 0 {
				under = y + 1
			}
			if d.gens[y] == gen && len(ps.Footer) == 0 {
				continue
			}
			d.gens[y] = gen
			p.copyRow(d, r, y, cells)
			if ps.Dotted {
				p.fillDots(d, r, y)
			}
			copied = true
		}
	})
	if len(ps.Footer) > 0 {
		drawFooter(p.buf, *ps, under, p.theme)
		copied = true
	}
	return copied
}

// follow records the replica that rows are copied from. If the replica's style numbers have a new
// meaning, or its size or reverse video changed, all rows are copied again.
func (d *drawnPane) follow(rep *client.Replica, b *screen.Buffer) {
	if d.remap == nil || d.epoch != rep.PaletteEpoch() {
		d.remap = screen.NewRemap(rep.Palette(), b)
		d.epoch = rep.PaletteEpoch()
		d.gens = d.gens[:0]
	}
	rows, cols := rep.Size()
	if flip := rep.Modes().ReverseScreen; flip != d.flip || rows != d.rows || cols != d.cols {
		d.flip, d.rows, d.cols = flip, rows, cols
		d.gens = d.gens[:0]
	}
}

// fillDots fills the cells of a row that lie outside the session's screen with dots, once the
// session has a screen.
func (p *Painter) fillDots(d *drawnPane, r workspace.Rect, y int) {
	from := d.cols
	if y >= d.rows {
		from = 0
	}
	if d.rows > 0 && from < r.W {
		p.buf.Text(r.Y+y, r.X+from, r.X+r.W, strings.Repeat("·", r.W-from), grid.Style{Attrs: grid.Faint})
	}
}

// copyRow copies a row of cells into a pane's rectangle, reversed if the child reversed the
// whole screen (DECSCNM).
func (p *Painter) copyRow(d *drawnPane, r workspace.Rect, y int, cells []grid.Cell) {
	p.buf.CopyRow(r.Y+y, r.X, r.X+r.W, cells, d.remap)
	if d.flip {
		p.restyle(r, y, 0, r.W, reversed)
	}
	if !d.ground.IsDefault() {
		p.restyle(r, y, 0, r.W, func(s grid.Style) grid.Style {
			if s.BG.IsDefault() {
				s.BG = d.ground
			}
			return s
		})
	}
}

func paneCursor(ps *Pane) grid.Cursor {
	var c grid.Cursor
	ps.Client.View(func(rep *client.Replica) { c = rep.Cursor() })
	r := ps.Place.Content
	if c.Row >= r.H || c.Col >= r.W {
		c.Visible = false
	}
	c.Row += r.Y
	c.Col += r.X
	return c
}

// drawFooter writes the longest wording that fits over a pane, in row under, or in the last row
// if the screen is full.
func drawFooter(b *screen.Buffer, p Pane, under int, t theme.Theme) {
	r := p.Place.Content
	if r.H < 1 || r.W < 1 || len(p.Footer) == 0 {
		return
	}
	text := p.Footer[len(p.Footer)-1]
	for _, wording := range p.Footer {
		if grid.StringWidth(wording)+2 <= r.W {
			text = wording
			break
		}
	}
	y := r.Y + min(max(under, 0), r.H-1)
	line := r
	line.Y, line.H = y, 1
	b.Fill(rect(line), t.Footer)
	b.Text(y, r.X, r.X+r.W, t.Plain(grid.Cut(" "+text, r.W)), t.Footer)
}
