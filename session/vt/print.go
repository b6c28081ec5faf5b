package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// lastPrinted is the last character written to the screen.
type lastPrinted struct {
	cell grid.Cell // the cell that REP repeats; none if Char is 0
	// open means that only text and SGR came since, so that the next code point may
	// join the character.
	open bool
	// styled means that SGR came since.
	styled bool
}

// advance performs a pending wrap, which puts the cursor at the next character's position.
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
	s.lines[slot].wrapped = s.fullWidth()
	t.touch(s.y)
	t.index()
	// Scrolling breaks the wrap between a row and the one below it, but here the text
	// goes on. Below the scroll region the cursor did not move. Text between side
	// margins does not wrap as a line of the whole screen.
	s.lines[slot].wrapped = s.order[s.y] != slot && s.fullWidth()
	s.x = t.lineStart()
}

// lineStart returns the first column of the line after a wrap.
func (t *Terminal) lineStart() int {
	if s := t.scr; s.x >= s.left {
		return s.left
	}
	return 0
}

// limit returns the column after the last one that the cursor may write to: the right
// margin, or the end of the screen.
func (s *screen) limit() int {
	if s.x < s.right {
		return s.right
	}
	return s.cols
}

// printOne writes the first character of b, in any state of the terminal, and returns its
// length in bytes, or 0 if b ends within it.
func (t *Terminal) printOne(b []byte) int {
	if b[0] < utf8.RuneSelf {
		t.printRune(rune(b[0]))
		return 1
	}
	r, n := decode(b)
	if n > 0 {
		t.printDecoded(r, b[:n])
	}
	return n
}

// printDecoded writes the character decoded from b. Bytes that are not UTF-8 are written
// as their characters in GR.
func (t *Terminal) printDecoded(r rune, b []byte) {
	if r != utf8.RuneError || t.charsets.right == 0 || string(b) == string(utf8.RuneError) {
		t.printRune(r)
		return
	}
	for _, c := range b {
		t.printRune(t.charsets.rightOf(c))
	}
}

// start returns the column of the character that ends before column x.
func start(row []grid.Cell, x int) int {
	if x > 1 && row[x-1].Flags&grid.Tail != 0 {
		return x - 2
	}
	return x - 1
}

// maybeJoined reports whether the character before the cursor is a cluster, which may
// end in a joiner.
func (t *Terminal) maybeJoined() bool {
	x, ok := t.before()
	return ok && t.scr.row(t.scr.y)[x].Char >= grid.ClusterBit
}

// printRune writes one code point, as a new cell or as part of the cluster before it.
func (t *Terminal) printRune(r rune) {
	if r >= 0x80 && r < 0xa0 { // C1 in UTF-8 is neither a control nor visible, as in xterm and tmux
		return
	}
	sent, again := r, t.charsets.again(r)
	r = t.charsets.translate(r)
	if !grid.PropertiesOf(r).Starts() && t.join(r) {
		t.last.styled = false
		return
	}
	cell := t.penCell()
	cell.Char = uint32(r)
	widths := t.widths
	if r != sent { // characters of DEC's sets, such as lines, have one column everywhere
		widths = grid.AmbiguousNarrow
	}
	switch widths.Of(grid.PropertiesOf(r)) {
	case 0: // a mark without a character before it
		return
	case 2:
		cell.Flags |= grid.Wide
	}
	t.put(cell)
	if r != again { // a single shift has ended
		cell.Char = uint32(again)
	}
	t.last = lastPrinted{cell: cell, open: true}
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
			return // it fits nowhere; tmux drops it too
		}
		s.wrapNext = true // the last column keeps its content, as in xterm and tmux
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

// place writes a character to column x of the cursor's row. It must fit there.
func (t *Terminal) place(x int, c grid.Cell) {
	s := t.scr
	row, ln := s.row(s.y), s.line(s.y)
	w := c.Width()
	t.cut(row, x)
	t.cut(row, x+w)
	row[x] = c
	if w == 2 {
		row[x+1] = grid.Cell{Style: c.Style, Flags: c.Flags&^grid.Wide | grid.Tail}
	}
	ln.wrote(x+w, s.cols)
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
		return true // the cluster is full: r is dropped
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

// widen replaces the narrow character at column x, which is before the cursor, by the
// wide character c, because an emoji selector followed it. At the end of a row c goes to
// the next row, as if it had been wide from the start. It reports whether there was room.
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

// repeat writes the last character n more times if nothing came after it, not even
// another REP, as in xterm and tmux. REP: CSI n b (ECMA-48 8.3.103).
func (t *Terminal) repeat(n int) {
	c := t.last.cell
	if c.Char == 0 || !t.last.open || t.last.styled {
		return
	}
	t.last.open = false
	for n = t.scr.enough(n, c.Width()); n > 0; n-- {
		t.put(c)
	}
}

// maxRepeat is the largest count of REP, as in xterm.
const maxRepeat = 1<<16 - 1

// enough returns a number of characters that leaves the same screen as n: a screenful,
// and as many more as are needed to end in the same column.
func (s *screen) enough(n, width int) int {
	n = min(n, maxRepeat)
	if full, line := s.rows*s.cols, (s.right-s.left)/width; n > full && line > 0 {
		n -= (n - full) / line * line
	}
	return n
}
