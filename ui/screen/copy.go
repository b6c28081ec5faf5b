package screen

import "dormer/session/grid"

// Remap translates the numbers of a palette into those of a buffer's palette. It caches them, so
// that copying a cell takes one table lookup, and drops the cache when either palette is
// swept.
type Remap struct {
	from             *grid.Palette
	to               *Buffer
	fromEpoch, epoch uint64
	styles           []uint16 // number + 1; 0 is not known yet
	clusters         []uint32 // Char; 0 is not known yet
}

// NewRemap returns a translation from a palette to a buffer's palette.
func NewRemap(from *grid.Palette, to *Buffer) *Remap {
	return &Remap{from: from, to: to, fromEpoch: from.Epoch(), epoch: to.palette.Epoch()}
}

// refresh drops cached numbers of an earlier epoch.
func (m *Remap) refresh() {
	if m.fromEpoch == m.from.Epoch() && m.epoch == m.to.palette.Epoch() {
		return
	}
	m.fromEpoch, m.epoch = m.from.Epoch(), m.to.palette.Epoch()
	clear(m.styles)
	clear(m.clusters)
}

// style translates the number of a style.
func (m *Remap) style(id uint16) uint16 {
	if int(id) < len(m.styles) {
		if n := m.styles[id]; n != 0 {
			return n - 1
		}
	}
	return m.newStyle(id)
}

func (m *Remap) newStyle(id uint16) uint16 {
	s := m.from.Style(id)
	if s.Link != 0 {
		s.Link = m.to.palette.LinkID(m.from.Link(s.Link))
	}
	n := m.to.palette.StyleID(s)
	m.styles = grown(m.styles, int(id))
	m.styles[id] = n + 1
	return n
}

// maxRemapped bounds the table of clusters; those beyond it are not cached.
const maxRemapped = 1 << 17

// char translates a character.
func (m *Remap) char(c grid.Cell) uint32 {
	if c.Char&grid.ClusterBit == 0 {
		return c.Char
	}
	i := int(c.Char &^ grid.ClusterBit)
	if i < len(m.clusters) && m.clusters[i] != 0 {
		return m.clusters[i]
	}
	var buf [grid.MaxClusterBytes]byte
	char := m.to.palette.ClusterChar(string(m.from.AppendText(buf[:0], grid.Cell{Char: c.Char})))
	if i < maxRemapped {
		m.clusters = grown(m.clusters, i)
		m.clusters[i] = char
	}
	return char
}

// grown returns s extended to hold index i.
func grown[T any](s []T, i int) []T {
	if i < len(s) {
		return s
	}
	return append(s, make([]T, max(i+1, 2*len(s), 64)-len(s))...)
}

// CopyRow copies cells of another palette to columns [x, end) of row y, starting with src[0]. If
// src is shorter, the rest becomes blanks in the default style. Wide characters cut at either edge
// become blanks in their style.
func (b *Buffer) CopyRow(y, x, end int, src []grid.Cell, m *Remap) {
	end = min(end, b.cols)
	if x < 0 {
		src, x = src[min(-x, len(src)):], 0
	}
	if y < 0 || y >= b.rows || x >= end {
		return
	}
	m.refresh()
	before := b.ends[y]
	row := b.cut(y, x, end)[x:end]
	n := min(len(src), len(row))
	n -= blankSuffix(src[:n])
	m.copyCells(row[:n], src[:n])
	if before > x+n {
		clear(row[n:min(before-x, len(row))])
	}
	cutEdges(row[:n])
	switch {
	case before > end:
	case n > 0:
		b.ends[y] = x + n
	default:
		b.ends[y] = min(before, x)
	}
}

// copyCells translates src into row, which has the same length.
func (m *Remap) copyCells(row, src []grid.Cell) {
	lastID, last := uint16(0), m.style(0)
	for i, c := range src {
		if c.Style != lastID {
			lastID, last = c.Style, m.style(c.Style)
		}
		if c.Char&grid.ClusterBit != 0 {
			c.Char = m.char(c)
		}
		c.Style = last
		c.Flags &= grid.Wide | grid.Tail
		row[i] = c
	}
}

// cutEdges replaces half characters at either end of row with blanks.
func cutEdges(row []grid.Cell) {
	if len(row) == 0 {
		return
	}
	if first := &row[0]; first.Flags&grid.Tail != 0 {
		*first = grid.Cell{Style: first.Style}
	}
	if last := &row[len(row)-1]; last.Flags&grid.Wide != 0 {
		*last = grid.Cell{Style: last.Style}
	}
}
