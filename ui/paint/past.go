package paint

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/workspace"
)

// paintPast draws the history and the screen as one text, with matches, the selection, links
// and the position.
func (p *Painter) paintPast(ps *Pane, d *drawnPane) {
	r, past := ps.Place.Content, ps.Past
	from, ends := p.copyPast(ps, d)
	for y := range r.H {
		p.highlightRow(ps, y, from+uint64(y), ends[y])
	}
	p.drawLinks(ps, from)
	if w := grid.StringWidth(past.Where); past.Where != "" && w < r.W {
		p.buf.Text(r.Y, r.X+r.W-w, r.X+r.W, past.Where, p.theme.Where)
	}
	if len(ps.Footer) > 0 {
		drawFooter(p.buf, *ps, r.H-1, p.theme)
	}
}

// copyPast copies the visible lines. from is the first of them, and ends has the end of the
// text of each row, in columns. A line that has not arrived yet is blank.
func (p *Painter) copyPast(ps *Pane, d *drawnPane) (from uint64, ends []int) {
	r := ps.Place.Content
	var page client.Page
	ends = make([]int, r.H)
	d.gens = d.gens[:0]
	ps.Client.View(func(rep *client.Replica) {
		d.follow(rep, p.buf)
		page = rep.Page()
		from = ps.Past.from(rep.History().First, page, r.H)
		for y := range r.H {
			p.copyRow(d, r, y, nil)
		}
		for y := range page.Len() {
			if at := int64(page.First) + int64(y) - int64(from); at >= 0 && at < int64(r.H) {
				cells, _ := page.Row(y)
				p.copyRow(d, r, int(at), cells)
				ends[at] = grid.ContentEnd(cells)
			}
		}
	})
	if end := min(from+uint64(r.H), page.First); from < end {
		ps.Client.HistoryLines(wire.Range{First: from, End: end}, func(n uint64, cells []grid.Cell) {
			if n >= from && n < end {
				p.copyRow(d, r, int(n-from), cells)
				ends[n-from] = grid.ContentEnd(cells)
			}
		})
	}
	return from, ends
}

// from returns the number of the first visible line. The text goes from line first to the end of
// page, and shown lines of it are visible.
func (s *Past) from(first uint64, page client.Page, shown int) uint64 {
	first = min(first, page.First)
	bottom := uint64(max(int64(page.End())-int64(shown), int64(first)))
	if s.Follow {
		return bottom
	}
	return min(max(s.Top, first), bottom)
}

// highlightRow highlights the matches and the selection in a row.
func (p *Painter) highlightRow(ps *Pane, y int, line uint64, ink int) {
	past := ps.Past
	for _, m := range past.Found {
		style := p.theme.Match
		if m == past.At {
			style = p.theme.MatchHere
		}
		from, to := columnsBetween(m.First, m.End, line, ink)
		p.restyle(ps.Place.Content, y, from, to, func(grid.Style) grid.Style { return style })
	}
	if !past.Marked {
		return
	}
	// A selected empty line shows one column.
	from, to := past.Span.On(line, max(ink, 1))
	p.restyle(ps.Place.Content, y, from, to, reversed)
}

// columnsBetween returns the columns [from, to) of a line that lie between two positions.
func columnsBetween(first, end wire.Position, line uint64, ink int) (from, to int) {
	if line < first.Line || line > end.Line {
		return 0, 0
	}
	to = ink
	if line == first.Line {
		from = first.Col
	}
	if line == end.Line {
		to = end.Col
	}
	return from, to
}

// reversed returns a style with reverse video toggled.
func reversed(s grid.Style) grid.Style {
	s.Attrs ^= grid.Reverse
	return s
}

// restyle changes the styles of the columns [from, to) of a row in a rectangle of the screen. A
// wide character that is partly in the range is changed completely.
func (p *Painter) restyle(r workspace.Rect, y, from, to int, change func(grid.Style) grid.Style) {
	row := p.buf.Row(r.Y + y)
	from, to = max(from, 0), min(to, r.W)
	if from >= to || len(row) < r.X+r.W {
		return
	}
	row = row[r.X : r.X+r.W]
	if from > 0 && row[from].Flags&grid.Tail != 0 {
		from--
	}
	if to < len(row) && row[to].Flags&grid.Tail != 0 {
		to++
	}
	pal := p.buf.Palette()
	was := row[from].Style
	is := pal.StyleID(change(pal.Style(was)))
	for i := from; i < to; i++ {
		if row[i].Style != was { // neighbours mostly have the same style
			was = row[i].Style
			is = pal.StyleID(change(pal.Style(was)))
		}
		row[i].Style = is
	}
	p.buf.Touch(r.Y + y)
}

// drawLinks underlines the links and writes their letters over their first cells.
func (p *Painter) drawLinks(ps *Pane, from uint64) {
	r := ps.Place.Content
	for _, l := range ps.Past.Links {
		if l.Line < from || l.Line >= from+uint64(r.H) {
			continue
		}
		y := int(l.Line - from)
		p.restyle(r, y, l.Col, l.End, func(s grid.Style) grid.Style {
			s.Underline = grid.SingleUnderline
			return s
		})
		if l.Label != "" && l.Col < r.W {
			p.buf.Text(r.Y+y, r.X+l.Col, r.X+r.W, l.Label, p.theme.MatchHere)
		}
	}
}

// pastCursor returns the position of copy mode's cursor on the screen.
func pastCursor(ps *Pane) grid.Cursor {
	at, r := ps.Past.Cursor, ps.Place.Content
	if at == nil || at.Line < ps.Past.Top || at.Line-ps.Past.Top >= uint64(r.H) || at.Col > r.W || r.W < 1 {
		return grid.Cursor{}
	}
	col := min(at.Col, r.W-1) // a cursor after the last column is shown on it
	return grid.Cursor{Row: r.Y + int(at.Line-ps.Past.Top), Col: r.X + col, Visible: true, Shape: grid.BlockCursor}
}
