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

// printASCII writes the printable ASCII that b begins with, as far as it goes to
// one row, and returns the number of bytes: 1 at least.
func (t *Terminal) printASCII(b []byte) int {
	if t.charsets.mapped() || t.inner.insert {
		t.printRune(rune(b[0]))
		return 1
	}
	s := t.scr
	skipped := 0
	if s.wrapNext {
		t.advance()
		if t.inner.noWrap { // all the rest goes to one cell
			skipped = asciiRun(b) - 1
			b = b[skipped:]
		}
	}
	limit := s.limit()
	row := s.row(s.y)
	cut(row, s.x)
	cell := t.penCell()
	n := putASCII(row[s.x:limit], b, cell)
	cell.Char = uint32(b[n-1])
	t.last = lastPrinted{cell, true}
	t.wrote(s.x + n)
	return skipped + n
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

// putASCII puts the printable ASCII that b begins with into cells that look like
// the given one, as far as they suffice, and returns the number. The cell is put
// together as one number, which the compiler stores at once.
func putASCII(cells []grid.Cell, b []byte, like grid.Cell) int {
	look := uint64(like.Style)<<32 | uint64(like.Flags)<<48
	b = b[:min(len(b), len(cells))]
	cells = cells[:len(b)]
	for i, c := range b {
		if c-0x20 >= 0x5f {
			return i
		}
		v := look | uint64(c)
		cells[i] = grid.Cell{Char: uint32(v), Style: uint16(v >> 32), Flags: grid.Flags(v >> 48)}
	}
	return len(b)
}

// printUTF8 writes the characters that b begins with up to a control and returns
// the number of bytes. It stops before an incomplete character.
func (t *Terminal) printUTF8(b []byte) int {
	i := 0
	for i < len(b) && b[i] >= 0x80 && t.parser.state == ground {
		if n := t.printPlain(b[i:]); n > 0 {
			i += n
			continue
		}
		if n := t.joinBefore(b[i:]); n > 0 {
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

// printPlain writes characters, clusters included, as long as they are no part of
// what is before the cursor and fit into the row, and returns the number of bytes.
func (t *Terminal) printPlain(b []byte) int {
	s := t.scr
	if s.wrapNext || t.inner.insert || t.opts.AmbiguousWide || t.charsets.mapped() {
		return 0
	}
	row := s.row(s.y)[:s.limit()]
	cutsTail := row[s.x].Flags&grid.Tail != 0
	like := t.penCell()
	i, x := 0, s.x
	for {
		n, w := putPlain(row[x:], b[i:], like)
		i, x = i+n, x+w
		if n, w = t.putOther(row, x, b[i:], i > 0, like); n == 0 {
			break
		}
		i, x = i+n, x+w
	}
	if i == 0 {
		return 0
	}
	if cutsTail {
		row[s.x-1] = grid.Cell{Char: ' ', Style: row[s.x-1].Style}
	}
	t.last = lastPrinted{row[start(row, x)], true}
	t.wrote(x)
	return i
}

// putPlain puts the characters that b begins with and that begin clusters, whatever
// is before them, into cells that look like the given one, as far as they suffice.
// It returns the numbers of bytes and of cells.
func putPlain(cells []grid.Cell, b []byte, like grid.Cell) (n, x int) {
	look := uint64(like.Style)<<32 | uint64(like.Flags)<<48
	for n < len(b) && x < len(cells) {
		c := b[n]
		r, size := rune(c), 1
		switch {
		case c < 0x80:
			if c-0x20 >= 0x5f {
				return n, x
			}
		case c-0xc2 < 0xe0-0xc2 && n+1 < len(b) && b[n+1]&0xc0 == 0x80:
			r, size = rune(c&0x1f)<<6|rune(b[n+1]&0x3f), 2 // in place: they are most of what comes
		case c-0xe1 < 0xed-0xe1 && n+2 < len(b) && b[n+1]&0xc0 == 0x80 && b[n+2]&0xc0 == 0x80:
			r, size = rune(c&0x0f)<<12|rune(b[n+1]&0x3f)<<6|rune(b[n+2]&0x3f), 3
		default:
			r, size = decode(b[n:])
		}
		p := grid.PropertiesOf(r)
		if !p.Starts() || size == 0 {
			return n, x
		}
		v := look | uint64(r)
		if p.Width() == 2 {
			if x+1 == len(cells) {
				return n, x
			}
			v |= uint64(grid.Wide) << 48
			cells[x+1] = grid.Cell{Style: like.Style, Flags: like.Flags | grid.Tail}
			cells[x] = grid.Cell{Char: uint32(v), Style: uint16(v >> 32), Flags: grid.Flags(v >> 48)}
			x, n = x+2, n+size
			continue
		}
		cells[x] = grid.Cell{Char: uint32(v), Style: uint16(v >> 32), Flags: grid.Flags(v >> 48)}
		x, n = x+1, n+size
	}
	return n, x
}

// putOther puts one character that putPlain left, which belongs to column x: it
// joins the cluster before it, or is a pictograph or the like of its own. begun
// says that the cluster before it was put in the same go. It returns the numbers
// of bytes and of new cells; 0 where this is not all that there is to do.
func (t *Terminal) putOther(row []grid.Cell, x int, b []byte, begun bool, like grid.Cell) (n, w int) {
	if len(b) == 0 || b[0] < 0x80 {
		return 0, 0
	}
	if begun {
		if n := t.joinRun(start(row, x), b, true); n > 0 {
			return n, 0
		}
	}
	r, n := decode(b)
	p := grid.PropertiesOf(r)
	w = p.Width()
	if n == 0 || w == 0 || x+w > len(row) || !begun && (!p.Pictograph() || t.maybeJoined()) {
		return 0, 0
	}
	like.Char = uint32(r)
	if w == 2 {
		row[x+1] = grid.Cell{Style: like.Style, Flags: like.Flags | grid.Tail}
		like.Flags |= grid.Wide
	}
	row[x] = like
	return n, w
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
	if !grid.PropertiesOf(r).Starts() && t.join(r) {
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
		if single && r == emojiSelector && cell.Flags&grid.Wide == 0 {
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
		t.last.cell = s.row(s.y)[x]
		ln := s.line(s.y)
		ln.used = max(ln.used, int32(x+1)) // the mark may stand on a cell never written
		t.touch(s.y)
	}
	return n
}

// emojiSelector is VARIATION SELECTOR-16, which makes the narrow character before
// it a wide one.
const emojiSelector = 0xfe0f

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
