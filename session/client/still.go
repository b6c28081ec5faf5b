package client

import (
	"slices"

	"dormer/session/grid"
	"dormer/session/search"
	"dormer/session/wire"
)

// Page is a screen as text that is read: its rows are the lines from First on, behind
// those of the history. It holds as long as what it was taken from is locked.
type Page struct {
	First uint64
	rows  []line
}

// Len is how many rows the page has.
func (p Page) Len() int { return len(p.rows) }

// End is the number of the line behind the last row.
func (p Page) End() uint64 { return p.First + uint64(len(p.rows)) }

// Row returns the cells of row y, which the caller must not change, and whether its
// text goes on in the next row without a line break.
func (p Page) Row(y int) (cells []grid.Cell, wrapped bool) {
	return p.rows[y].cells, p.rows[y].wrapped
}

// Page is the screen as it is read: that which [Session.Still] keeps, else the present
// one.
func (r *Replica) Page() Page {
	if r.still != nil {
		return *r.still
	}
	return Page{First: r.history.End, rows: r.lines}
}

// Still keeps the screen as it is now for who reads it, as [Replica.Page] and for
// [Session.Copy], while the child goes on; what is kept already stays, unless anew. It
// ends with [Session.Move], and by itself when lines get other numbers: the screen has
// another size, or its history is shorter.
func (s *Session) Still(anew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.replica
	if r.rows == 0 || r.still != nil && !anew {
		return
	}
	p := Page{First: r.history.End, rows: slices.Clone(r.lines)}
	for y := range p.rows {
		p.rows[y].cells = slices.Clone(p.rows[y].cells)
	}
	r.still = &p
}

// Move ends [Session.Still].
func (s *Session) Move() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replica.still = nil
}

// Holds reports whether what is kept of the lines between two places is what the child
// shows there now: whether what a host found there is there.
func (r *Replica) Holds(first, end wire.Position) bool {
	p := r.Page()
	for n := max(first.Line, p.First); n <= end.Line && n < p.End(); n++ {
		if n < r.history.End || n-r.history.End >= uint64(r.rows) {
			return false
		}
		kept, now := p.rows[n-p.First].cells, r.lines[n-r.history.End].cells
		from, to := wire.Copy{First: first, End: end}.Columns(n, len(kept))
		to = min(to, len(kept))
		from = min(from, to)
		if !slices.Equal(kept[from:to], now[from:to]) {
			return false
		}
	}
	return true
}

// copyOfStill is the part of a stretch that is in the rows kept, and what is to be
// asked of the host before it; all of it where that is nothing of them.
func (r *Replica) copyOfStill(c wire.Copy) (ask wire.Copy, before bool, text string) {
	if r.still == nil || c.End.Line < r.still.First {
		return c, true, ""
	}
	text = r.excerpt(c, r.still.First)
	if c.First.Line >= r.still.First {
		return c, false, text
	}
	c.End.Line = r.still.First
	if !c.Block {
		c.End.Col = 0
		return c, true, text
	}
	c.End.Line--
	return c, true, "\n" + text
}

// excerpt is the text of a stretch from a line on, as far as it is known here.
func (r *Replica) excerpt(c wire.Copy, from uint64) string {
	p := r.Page()
	x := grid.Excerpt{Block: c.Block}
	for n := max(c.First.Line, from); n <= c.End.Line && n < p.End(); n++ {
		var cells []grid.Cell
		var wrapped bool
		if n >= p.First {
			cells, wrapped = p.Row(int(n - p.First))
		} else {
			cells, wrapped = r.cache.lines[n].cells, r.cache.lines[n].wrapped
		}
		cells = inked(cells)
		from, to := c.Columns(n, len(cells))
		x.Add(r.palette, cells, from, to, wrapped, n == c.End.Line)
	}
	return x.Take()
}

// find looks for a query in the lines from a line on, as far as they are known here.
func (r *Replica) find(q wire.Search, from uint64) wire.SearchReply {
	p := r.Page()
	f := search.New(q)
	var text []byte
	for n := from; n < p.End(); n++ {
		l := r.cache.lines[n]
		cells, wrapped := l.cells, l.wrapped
		if n >= p.First {
			cells, wrapped = p.Row(int(n - p.First))
		}
		for x, c := range inked(cells) {
			if c.Flags&grid.Tail == 0 {
				text = r.palette.AppendText(text[:0], c)
				f.Add(wire.Position{Line: n, Col: x}, c.Width(), text)
			}
		}
		if !wrapped || n+1 == p.End() {
			f.EndLine()
		}
	}
	return f.Reply()
}

// inked are the cells up to the last that is not blank.
func inked(cells []grid.Cell) []grid.Cell {
	for len(cells) > 0 && cells[len(cells)-1] == (grid.Cell{}) {
		cells = cells[:len(cells)-1]
	}
	return cells
}
