package client

import (
	"slices"

	"dormer/session/grid"
	"dormer/session/search"
	"dormer/session/wire"
)

// Page is a screen for reading: its rows are the lines from First on, after those of the history.
// It is valid under the lock of its replica.
type Page struct {
	First uint64
	rows  []line
}

// Len returns the number of rows.
func (p Page) Len() int { return len(p.rows) }

// End returns the number of the line after the last row.
func (p Page) End() uint64 { return p.First + uint64(len(p.rows)) }

// Row returns the cells of row y, which must not be changed, and whether it is wrapped.
func (p Page) Row(y int) (cells []grid.Cell, wrapped bool) {
	return p.rows[y].cells, p.rows[y].wrapped
}

// Page returns the screen for reading: the one that [Session.Freeze] keeps, else the present one.
func (r *Replica) Page() Page {
	if r.frozen != nil {
		return *r.frozen
	}
	return Page{First: r.history.End, rows: r.lines}
}

// Freeze keeps a copy of the present screen, for [Replica.Page] and [Session.Copy], while the child
// continues. An existing copy is kept, unless anew is set. [Session.Unfreeze] drops the copy, and so
// does renumbering of lines when the size changes or the history is shortened.
func (s *Session) Freeze(anew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.replica
	if r.rows == 0 || r.frozen != nil && !anew {
		return
	}
	p := Page{First: r.history.End, rows: slices.Clone(r.lines)}
	for y := range p.rows {
		p.rows[y].cells = slices.Clone(p.rows[y].cells)
	}
	r.frozen = &p
}

// Unfreeze drops the copy that [Session.Freeze] keeps.
func (s *Session) Unfreeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replica.frozen = nil
}

// Holds reports whether the kept lines between two positions are the same as the child's present
// ones, so that a match that the host found there is valid.
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

// copyFromFrozen returns the text of the part of a range that is in the kept rows, and the part before
// it, which must be requested from the host. If no row of the range is kept, that is the whole
// range.
func (r *Replica) copyFromFrozen(c wire.Copy) (ask wire.Copy, before bool, text string) {
	if r.frozen == nil || c.End.Line < r.frozen.First {
		return c, true, ""
	}
	text = r.excerpt(c, r.frozen.First)
	if c.First.Line >= r.frozen.First {
		return c, false, text
	}
	c.End.Line = r.frozen.First
	if !c.Block {
		c.End.Col = 0
		return c, true, text
	}
	c.End.Line--
	return c, true, "\n" + text
}

// excerpt returns the text of a range from a line on, as far as it is cached.
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
		cells = trimBlank(cells)
		from, to := c.Columns(n, len(cells))
		x.Add(r.palette, cells, from, to, wrapped, n == c.End.Line)
	}
	return x.Take()
}

// find searches the lines from a line on, as far as they are cached.
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
		for x, c := range trimBlank(cells) {
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

// trimBlank returns the cells up to the last one that is not blank.
func trimBlank(cells []grid.Cell) []grid.Cell {
	for len(cells) > 0 && cells[len(cells)-1] == (grid.Cell{}) {
		cells = cells[:len(cells)-1]
	}
	return cells
}
