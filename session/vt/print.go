package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// lastPrinted is the character that went to the screen last.
type lastPrinted struct {
	// cell is what REP repeats; a zero Char is none. Where it was drafted, it is the
	// character before the cursor.
	cell    grid.Cell
	drafted bool
	// open says that nothing but text and looks came since, so that the next code
	// point may belong to the same cluster.
	open bool
	// styled says that looks came since.
	styled bool
}

// settle finds the cell of what was drafted.
func (l *lastPrinted) settle(t *Terminal) {
	if !l.drafted {
		return
	}
	l.drafted = false
	if x, ok := t.before(); ok && l.open {
		l.cell = t.scr.row(t.scr.y)[x]
	}
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
	s.lines[slot].wrapped = s.fullWidth()
	t.touch(s.y)
	t.index()
	// Scrolling separates a row from what was below it; here it is the same text
	// that goes on. At the foot of the screen, outside the region, nothing moved.
	// Between side margins it does not go on as a line of the whole screen.
	s.lines[slot].wrapped = s.order[s.y] != slot && s.fullWidth()
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

// printByte writes the ASCII that b begins with where it is no matter of cells
// alone, and returns the number of bytes.
func (t *Terminal) printByte(b []byte) int {
	n := 1
	if t.scr.wrapNext && t.inner.noWrap && !t.inner.insert && !t.charsets.mapped() {
		n = asciiRun(b) // all of it goes to one cell
	}
	t.printRune(rune(b[n-1]))
	return n
}

// asciiRun is the number of printable ASCII bytes that b begins with.
func asciiRun(b []byte) int {
	for i, c := range b {
		if c-0x20 >= 0x5f {
			return i
		}
	}
	return len(b)
}

// printUTF8 writes the character that b begins with, or all that belongs to the
// cluster before the cursor, and returns the number of bytes: 0 where that is not
// complete.
func (t *Terminal) printUTF8(b []byte) int {
	if n := t.joinBefore(b); n > 0 {
		return n
	}
	r, n := decode(b)
	if n > 0 {
		t.printDecoded(r, b[:n])
	}
	return n
}

// printDecoded writes what was decoded of b: the character, or, of bytes that are none,
// those that GR has for them.
func (t *Terminal) printDecoded(r rune, b []byte) {
	if r != utf8.RuneError || t.charsets.right == 0 || string(b) == string(utf8.RuneError) {
		t.printRune(r)
		return
	}
	for _, c := range b {
		t.printRune(t.charsets.rightOf(c))
	}
}

// start is the column of the character that ends before column x.
func start(row []grid.Cell, x int) int {
	if x > 1 && row[x-1].Flags&grid.Tail != 0 {
		return x - 2
	}
	return x - 1
}

// maybeJoined reports whether the character before the cursor may end in a joiner:
// whether it is a cluster.
func (t *Terminal) maybeJoined() bool {
	x, ok := t.before()
	return ok && t.scr.row(t.scr.y)[x].Char >= grid.ClusterBit
}

// printRune writes one code point: as a cell of its own, or as a part of the
// cluster before it.
func (t *Terminal) printRune(r rune) {
	if r >= 0x80 && r < 0xa0 { // C1 in UTF-8: no controls, and nothing to see, as in xterm and tmux
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
	if r != sent { // those of a terminal's own sets, such as lines, have one column everywhere
		widths = grid.AmbiguousNarrow
	}
	switch widths.Of(grid.PropertiesOf(r)) {
	case 0: // a mark with nothing to stand on
		return
	case 2:
		cell.Flags |= grid.Wide
	}
	t.put(cell)
	if r != again { // of a set of one character's, which is in use no more
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
			return // as tmux: there is no place where it would be whole
		}
		s.wrapNext = true // what stands in the last column stays, as in xterm and tmux
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
	t.cut(row, x)
	t.cut(row, x+w)
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

// joinRun adds the code points that b begins with to the cluster at column x of
// the cursor's row, as far as they belong to it, and returns the number of bytes:
// what join does one by one, without a cluster in the palette for each step. It
// leaves to join what may make the cluster wide. open says that those with columns
// of their own may belong to it too.
func (t *Terminal) joinRun(x int, b []byte, open bool) int {
	s := t.scr
	cell := &s.row(s.y)[x]
	text := t.palette.AppendText(t.scratch[:0], *cell)
	first, _ := utf8.DecodeRune(text)
	last, _ := utf8.DecodeLastRune(text)
	single := cell.Char < grid.ClusterBit
	had, i := len(text), 0
	for i < len(b) && b[i] >= 0x80 {
		r, n := decode(b[i:])
		if n == 0 || !open && grid.RuneWidth(r) != 0 || !grid.JoinsRunes(first, last, single, r) {
			break
		}
		if single && r == grid.EmojiSelector && cell.Flags&grid.Wide == 0 {
			break
		}
		i += n
		if len(text)+n <= grid.MaxClusterBytes { // of a full one, what would join it is dropped
			text = append(text, b[i-n:i]...)
			last, single = r, false
		}
	}
	t.scratch = text
	if len(text) > had {
		cell.Char = t.palette.ClusterBytes(text)
	}
	return i
}

// joinBefore is joinRun for the cluster before the cursor.
func (t *Terminal) joinBefore(b []byte) int {
	x, ok := t.before()
	if !ok || t.charsets.mapped() {
		return 0
	}
	n := t.joinRun(x, b, t.last.open)
	if n > 0 {
		s := t.scr
		t.last.cell, t.last.styled = s.row(s.y)[x], false
		ln := s.line(s.y)
		ln.used = max(ln.used, int32(x+1)) // the mark may stand on a cell never written
		t.touch(s.y)
	}
	return n
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

// repeat writes the last character again n times, where nothing came since: not even
// another REP, as in xterm and tmux. REP: CSI n b (ECMA-48 8.3.103).
func (t *Terminal) repeat(n int) {
	t.last.settle(t)
	c := t.last.cell
	if c.Char == 0 || !t.last.open || t.last.styled {
		return
	}
	t.last.open = false
	for n = t.scr.enough(n, c.Width()); n > 0; n-- {
		t.put(c)
	}
}

// maxRepeat is the most that REP repeats, as in xterm.
const maxRepeat = 1<<16 - 1

// enough is how many characters of a width show what n of them would: a screen full and
// what ends in the same column.
func (s *screen) enough(n, width int) int {
	n = min(n, maxRepeat)
	if full, line := s.rows*s.cols, (s.right-s.left)/width; n > full && line > 0 {
		n -= (n - full) / line * line
	}
	return n
}
