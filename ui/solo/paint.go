package solo

import (
	"strings"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/screen"
)

// view is what is taken of a replica besides its cells.
type view struct {
	modes   grid.Modes
	cursor  grid.Cursor
	title   string
	size    session.Size
	history wire.Range
}

// paint brings the buffer up to date and draws it.
func (p *painter) paint() error {
	p.mu.Lock()
	pic, serial := p.latest, p.changed
	p.mu.Unlock()
	if pic.client == nil {
		return nil
	}
	p.prepare(pic, serial)
	var v view
	pic.client.View(func(r *client.Replica) {
		v = look(r)
		p.meet(r, v)
		if !pic.scrolled {
			p.copyScreen(r, pic.size)
		} else {
			p.copyBelowHistory(r, pic, v.history)
		}
	})
	if pic.scrolled {
		p.copyHistory(pic, v.history)
		v.cursor.Visible = false
	}
	if pic.notice != "" {
		p.drawNotice(pic)
	}
	p.ask(v)
	return p.term.Draw(p.buf, shownCursor(v.cursor, pic))
}

func look(r *client.Replica) view {
	rows, cols := r.Size()
	return view{
		modes: r.Modes(), cursor: r.Cursor(), title: r.Title(),
		size: session.Size{Rows: rows, Cols: cols}, history: r.History(),
	}
}

// prepare readies the buffer for another picture, of which all rows are copied.
func (p *painter) prepare(pic picture, serial uint64) {
	if p.buf == nil {
		p.buf = screen.NewBuffer(pic.size.Rows, pic.size.Cols)
	}
	if rows, cols := p.buf.Size(); rows != pic.size.Rows || cols != pic.size.Cols {
		p.buf.Resize(pic.size.Rows, pic.size.Cols)
		p.drawn.gens = nil
	}
	if p.drawn.picture != serial || pic.scrolled || pic.notice != "" {
		p.drawn.picture = serial
		p.drawn.gens = p.drawn.gens[:0]
	}
}

// meet takes note of the replica that rows are copied from. When its numbers
// changed their meaning, or its look as a whole, all rows are copied again.
func (p *painter) meet(r *client.Replica, v view) {
	if p.remap == nil || p.drawn.epoch != r.PaletteEpoch() {
		p.remap = screen.NewRemap(r.Palette(), p.buf)
		p.drawn.epoch = r.PaletteEpoch()
		p.drawn.gens = p.drawn.gens[:0]
	}
	if p.drawn.flip != v.modes.ReverseScreen || p.drawn.size != v.size {
		p.drawn.flip, p.drawn.size = v.modes.ReverseScreen, v.size
		p.drawn.gens = p.drawn.gens[:0]
	}
}

// copyScreen copies the rows that changed.
func (p *painter) copyScreen(r *client.Replica, size session.Size) {
	for y := range size.Rows {
		gen := r.RowGen(y)
		known := y < len(p.drawn.gens)
		if known && p.drawn.gens[y] == gen {
			continue
		}
		if !known {
			p.drawn.gens = append(p.drawn.gens, gen)
		}
		p.drawn.gens[y] = gen
		p.copyRow(y, r.Row(y))
		p.dot(y)
	}
}

// copyBelowHistory copies the part of the screen that the history leaves room for.
func (p *painter) copyBelowHistory(r *client.Replica, pic picture, kept wire.Range) {
	for y := range pic.size.Rows {
		at := int64(pic.top) + int64(y) - int64(kept.End)
		if at >= 0 {
			p.copyRow(y, r.Row(int(at)))
		}
	}
}

// copyHistory copies the lines from the picture's top on. Those that are not known
// yet are blank until they come.
func (p *painter) copyHistory(pic picture, kept wire.Range) {
	wanted := wire.Range{First: pic.top, End: min(pic.top+uint64(pic.size.Rows), kept.End)}
	for n := wanted.First; n < wanted.End; n++ {
		p.copyRow(int(n-pic.top), nil)
	}
	if wanted.First >= wanted.End {
		return
	}
	pic.client.HistoryLines(wanted, func(n uint64, cells []grid.Cell) {
		if n >= wanted.First && n < wanted.End {
			p.copyRow(int(n-pic.top), cells)
		}
	})
}

// copyRow copies one row of cells, in reverse video where the program turned the
// whole screen (DECSCNM).
func (p *painter) copyRow(y int, cells []grid.Cell) {
	_, cols := p.buf.Size()
	p.buf.CopyRow(y, 0, cols, cells, p.remap)
	if !p.drawn.flip {
		return
	}
	palette := p.buf.Palette()
	row := p.buf.Row(y)
	for i := range row {
		style := palette.Style(row[i].Style)
		style.Attrs ^= grid.Reverse
		row[i].Style = palette.StyleID(style)
	}
	p.buf.Touch(y)
}

// dot marks the part of a row that is not the session's screen, which another
// viewer has made smaller.
func (p *painter) dot(y int) {
	_, cols := p.buf.Size()
	from := p.drawn.size.Cols
	if y >= p.drawn.size.Rows {
		from = 0
	}
	if p.drawn.size.Rows > 0 && from < cols {
		p.buf.Text(y, from, cols, strings.Repeat("·", cols-from), grid.Style{Attrs: grid.Faint})
	}
}

// drawNotice writes the notice over the last row.
func (p *painter) drawNotice(pic picture) {
	y, style := pic.size.Rows-1, grid.Style{Attrs: grid.Reverse}
	p.buf.Fill(screen.Rect{Top: y, Left: 0, Bottom: y + 1, Right: pic.size.Cols}, style)
	p.buf.Text(y, 0, pic.size.Cols, pic.notice, style)
}

// ask makes the outer terminal report what the program wants to know, and show
// its title.
func (p *painter) ask(v view) {
	now := asked{mouse: max(grid.MouseButton, v.modes.Mouse), keyboard: v.modes.Kitty, title: v.title}
	if now.title == "" {
		now.title = p.title
	}
	if now.mouse != p.asked.mouse {
		p.term.SetMouse(now.mouse)
	}
	if now.keyboard != p.asked.keyboard {
		p.term.SetKeyboard(now.keyboard)
	}
	if now.title != p.asked.title {
		p.term.SetTitle(now.title)
	}
	p.asked = now
}

// shownCursor is the cursor where it can be seen, else hidden.
func shownCursor(c grid.Cursor, pic picture) grid.Cursor {
	covered := pic.notice != "" && c.Row == pic.size.Rows-1
	if covered || c.Row >= pic.size.Rows || c.Col >= pic.size.Cols {
		c.Visible = false
	}
	return c
}
