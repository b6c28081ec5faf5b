package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// lastPrinted is the character that went to the screen last.
type lastPrinted struct {
	// cell is what REP repeats; a zero Char is none.
	cell grid.Cell
	// open says that nothing but text came since, so that the next code point
	// may belong to the same cluster.
	open bool
}

// advance is where the next character goes: it carries out a pending wrap.
func (t *Terminal) advance() {
	s := t.scr
	if !s.wrapNext {
		return
	}
	s.wrapNext = false
	if t.inner.noWrap {
		return
	}
	slot := s.order[s.y]
	s.lines[slot].wrapped = true
	t.touch(s.y)
	t.index()
	// Scrolling separates a row from what was below it; here it is the same text
	// that goes on. At the foot of the screen, outside the region, nothing moved.
	s.lines[slot].wrapped = s.order[s.y] != slot
	s.x = t.lineStart()
}

// lineStart is the column that a wrap goes to.
func (t *Terminal) lineStart() int {
	if s := t.scr; s.x >= s.left {
		return s.left
	}
	return 0
}

// limit is the end of the columns that the cursor's line may be written to.
func (s *screen) limit() int {
	if s.x < s.right {
		return s.right
	}
	return s.cols
}

// printASCII writes a run of printable ASCII.
func (t *Terminal) printASCII(b []byte) {
	if t.charsets.mapped() || t.inner.insert {
		for _, c := range b {
			t.printRune(rune(c))
		}
		return
	}
	s := t.scr
	cell := t.penCell()
	cell.Char = uint32(b[len(b)-1])
	t.last = lastPrinted{cell, true}
	for len(b) > 0 {
		if s.wrapNext {
			t.advance()
		}
		limit := s.limit()
		n := min(len(b), limit-s.x)
		t.putASCII(b[:n], cell)
		b = b[n:]
		s.x += n
		if s.x < limit {
			continue
		}
		s.x = limit - 1
		s.wrapNext = true
		if t.inner.noWrap && len(b) > 0 { // all the rest goes to one cell
			t.putASCII(b[len(b)-1:], cell)
			return
		}
	}
}

// putASCII writes b at the cursor, where it fits, without moving it.
func (t *Terminal) putASCII(b []byte, cell grid.Cell) {
	s := t.scr
	ln := s.line(s.y)
	row := s.row(s.y)
	from, to := s.x, s.x+len(b)
	cut(row, from)
	cut(row, to)
	cells := row[from:to]
	for i, c := range b {
		cell.Char = uint32(c)
		cells[i] = cell
	}
	ln.mark(to, s.cols)
	t.gen++
	ln.gen = t.gen
}

// printUTF8 writes the characters that b begins with up to the next ASCII byte
// and returns the number of bytes. It stops before an incomplete character.
func (t *Terminal) printUTF8(b []byte) int {
	i := 0
	for i < len(b) && b[i] >= 0x80 && t.parser.state == ground {
		if n := t.printPlain(b[i:]); n > 0 {
			i += n
			continue
		}
		r, n := decode(b[i:])
		if n == 0 {
			break
		}
		t.printRune(r)
		i += n
	}
	return i
}

// printPlain writes characters that are clusters of their own, as long as they
// fit into the row, and returns the number of bytes.
func (t *Terminal) printPlain(b []byte) int {
	s := t.scr
	if s.wrapNext || t.inner.insert || t.opts.AmbiguousWide {
		return 0
	}
	row := s.row(s.y)[:s.limit()]
	cell := t.penCell()
	narrow, wide := cell.Flags, cell.Flags|grid.Wide
	tail := grid.Cell{Style: cell.Style, Flags: cell.Flags | grid.Tail}
	i, x := 0, s.x
	for i < len(b) && b[i] >= 0x80 {
		var r rune
		var n int
		if c := b[i]; c-0xc2 < 0xe0-0xc2 && i+1 < len(b) && b[i+1]&0xc0 == 0x80 {
			r, n = rune(c&0x1f)<<6|rune(b[i+1]&0x3f), 2 // spares the call of what is most common
		} else {
			r, n = decode(b[i:])
		}
		w := grid.PlainWidth(r)
		if n == 0 || w == 0 || x+w > len(row) {
			break
		}
		if i == 0 {
			cut(s.row(s.y), x)
		}
		cell.Char, cell.Flags = uint32(r), narrow
		if w == 2 {
			cell.Flags = wide
			row[x+1] = tail
		}
		row[x] = cell
		x += w
		i += n
	}
	if i == 0 {
		return 0
	}
	t.last = lastPrinted{cell, true}
	t.wrote(x)
	return i
}

// wrote moves the cursor behind text that was written up to column x.
func (t *Terminal) wrote(x int) {
	s := t.scr
	row, ln := s.row(s.y), s.line(s.y)
	if x < len(row) && row[x].Flags&grid.Tail != 0 { // its first half is gone
		row[x] = grid.Cell{Char: ' ', Style: row[x].Style}
	}
	if limit := s.limit(); x >= limit {
		s.x, s.wrapNext = limit-1, true
	} else {
		s.x = x
	}
	ln.mark(x, s.cols)
	t.gen++
	ln.gen = t.gen
}

// printRune writes one code point: as a cell of its own, or as a part of the
// cluster before it.
func (t *Terminal) printRune(r rune) {
	if r >= 0x80 && r < 0xa0 {
		t.c1(byte(r))
		return
	}
	r = t.charsets.translate(r)
	if !grid.RuneIsPlain(r) && t.join(r) {
		return
	}
	cell := t.penCell()
	cell.Char = uint32(r)
	switch w := t.runeWidth(r); w {
	case 0: // a mark with nothing to stand on
		return
	case 2:
		cell.Flags |= grid.Wide
	}
	t.put(cell)
	t.last = lastPrinted{cell, true}
}

func (t *Terminal) runeWidth(r rune) int {
	if t.opts.AmbiguousWide && grid.RuneIsAmbiguous(r) {
		return 2
	}
	return grid.RuneWidth(r)
}

// put writes a character at the cursor and moves the cursor behind it.
func (t *Terminal) put(c grid.Cell) {
	s := t.scr
	w := c.Width()
	if s.wrapNext {
		t.advance()
	}
	limit := s.limit()
	if s.x+w > limit {
		if t.inner.noWrap || w > limit-t.lineStart() {
			return // as tmux: there is no place where it would be whole
		}
		s.fill(s.y, s.x, limit, t.blank())
		s.wrapNext = true
		t.advance()
		limit = s.limit()
	}
	if t.inner.insert {
		t.insertCells(w)
	}
	t.place(s.x, c)
	s.x += w
	if s.x >= limit {
		s.x, s.wrapNext = limit-1, true
	}
}

// place writes a character to column x of the cursor's row, where it fits.
func (t *Terminal) place(x int, c grid.Cell) {
	s := t.scr
	row, ln := s.row(s.y), s.line(s.y)
	w := c.Width()
	cut(row, x)
	cut(row, x+w)
	row[x] = c
	if w == 2 {
		row[x+1] = grid.Cell{Style: c.Style, Flags: c.Flags&^grid.Wide | grid.Tail}
	}
	ln.mark(x+w, s.cols)
	t.touch(s.y)
}

// join adds r to the cluster before the cursor, if it belongs to one, and
// reports whether it did.
func (t *Terminal) join(r rune) bool {
	s := t.scr
	width := grid.RuneWidth(r)
	x, ok := t.before()
	if !ok || width != 0 && !t.last.open {
		return false
	}
	row := s.row(s.y)
	old := row[x]
	if !t.joins(old, r) {
		return false
	}
	t.scratch = utf8.AppendRune(t.palette.AppendText(t.scratch[:0], old), r)
	if len(t.scratch) > grid.MaxClusterBytes {
		return true // the cluster is full: what would join it is dropped
	}
	c := old
	c.Char = t.palette.ClusterBytes(t.scratch)
	if old.Flags&grid.Wide == 0 && grid.Width(string(t.scratch)) == 2 {
		c.Flags |= grid.Wide
		if !t.widen(x, c) {
			return true
		}
	} else {
		row[x] = c
		ln := s.line(s.y)
		ln.used = max(ln.used, int32(x+1)) // the mark may stand on a cell never written
		t.touch(s.y)
	}
	t.last.cell = c
	return true
}

// joins reports whether r belongs to the cluster of cell c.
func (t *Terminal) joins(c grid.Cell, r rune) bool {
	if c.Char < grid.ClusterBit {
		return grid.JoinsRunes(rune(c.Char), rune(c.Char), true, r) || c.Char == 0 && grid.JoinsRunes(' ', ' ', true, r)
	}
	t.scratch = t.palette.AppendText(t.scratch[:0], c)
	first, _ := utf8.DecodeRune(t.scratch)
	last, _ := utf8.DecodeLastRune(t.scratch)
	return grid.JoinsRunes(first, last, false, r)
}

// before returns the column of the character before the cursor in its row.
func (t *Terminal) before() (x int, ok bool) {
	s := t.scr
	x = s.x
	if !s.wrapNext {
		x--
	}
	if x < 0 {
		return 0, false
	}
	if x > 0 && s.row(s.y)[x].Flags&grid.Tail != 0 {
		x--
	}
	return x, true
}

// widen makes the narrow character at column x, which is before the cursor, the
// wide one c: a selector asked for the emoji. At the end of a row it goes to the
// next, as a wide character would have at once. It reports whether there was room
// for that.
func (t *Terminal) widen(x int, c grid.Cell) bool {
	s := t.scr
	if s.wrapNext {
		if t.inner.noWrap || s.x-s.left < 1 {
			return false
		}
		s.row(s.y)[x] = grid.Cell{Style: c.Style}
		s.x, s.wrapNext = x, true
	} else {
		s.x = x
	}
	insert := t.inner.insert
	t.inner.insert = false
	t.put(c)
	t.inner.insert = insert
	return true
}

// repeat writes the last character again n times. REP: CSI n b (ECMA-48 8.3.103).
func (t *Terminal) repeat(n int) {
	c := t.last.cell
	if c.Char == 0 {
		return
	}
	s := t.scr
	for n = min(n, s.rows*s.cols); n > 0; n-- {
		t.put(c)
	}
}
