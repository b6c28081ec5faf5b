package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// printRun writes the text at the start of b to the cursor's row, as far as it fits and
// needs nothing but cells, and returns its length in bytes. It looks up row and pen once
// for all of the text. It returns 0 if the first character needs more: insertion, a
// character set, a cluster on the screen to join. See printOne.
func (t *Terminal) printRun(b []byte) int {
	s := t.scr
	if t.inner.insert || t.charsets.mapped() || b[0] >= utf8.RuneSelf && !t.begins(b) {
		return 0
	}
	if s.wrapNext {
		if t.inner.noWrap {
			return 0
		}
		t.advance()
	}
	whole := s.row(s.y)
	row := whole[:s.limit()]
	inTail := row[s.x].Flags&grid.Tail != 0
	like := t.penCell()
	n, x := 0, s.x
	for n < len(b) && x < len(row) {
		ascii := putASCII(row[x:], b[n:], like)
		n, x = n+ascii, x+ascii
		if n == len(b) || x == len(row) {
			break
		}
		size, columns := t.putCluster(row[x:], b[n:], like)
		if size == 0 {
			break
		}
		n, x = n+size, x+columns
	}
	if n == 0 {
		return 0
	}
	if inTail {
		row[s.x-1] = grid.Cell{Char: ' ', Style: t.blank().Style}
	}
	if splitsWide(whole, x) {
		whole[x] = grid.Cell{Char: ' ', Style: t.blank().Style}
	}
	t.last = lastPrinted{cell: row[start(row, x)], open: true}
	s.line(s.y).wrote(x, s.cols)
	t.touch(s.y)
	if s.x = x; x == len(row) {
		s.x, s.wrapNext = x-1, true
	}
	return n
}

// begins reports whether the first character of b, which is not ASCII, begins a new
// cluster after the text on the screen.
func (t *Terminal) begins(b []byte) bool {
	r, n := decode(b)
	if n == 0 {
		return false
	}
	p := grid.PropertiesOf(r)
	return p.Starts() || p.Width() != 0 && (!t.last.open || p.Pictograph() && !t.maybeJoined())
}

// putASCII puts the printable ASCII at the start of b into cells in the style of like, up
// to the number of cells, and returns the number used. It leaves the last character if
// something else follows, which may join it.
func putASCII(cells []grid.Cell, b []byte, like grid.Cell) (n int) {
	for n < len(b) && n < len(cells) && b[n]-0x20 < 0x5f {
		n++
	}
	if n > 0 && n < len(b) && b[n] >= utf8.RuneSelf {
		n--
	}
	cells = cells[:n]
	for i := range cells {
		like.Char = uint32(b[i])
		cells[i] = like
	}
	return n
}

// putCluster puts the first cluster of b into the first of the cells, in the style of
// like, and returns the numbers of bytes and of columns. It returns 0 and writes nothing
// if b begins with no cluster or there is no room for it.
func (t *Terminal) putCluster(cells []grid.Cell, b []byte, like grid.Cell) (n, columns int) {
	r, size := peekRune(b)
	p := grid.PropertiesOf(r)
	columns = t.widths.Of(p)
	if size == 0 || columns == 0 {
		return 0, 0
	}
	like.Char = uint32(r)
	if n = gather(b, size, p); n > size {
		if n > grid.MaxClusterBytes || r == utf8.RuneError {
			return 0, 0
		}
		if next, _ := peekRune(b[size:]); next == grid.EmojiSelector && grid.WantsEmoji(r) {
			columns = 2
		}
		like.Char = t.palette.ClusterBytes(b[:n])
	}
	if columns > len(cells) {
		return 0, 0
	}
	if columns == 2 {
		cells[1] = grid.Cell{Style: like.Style, Flags: like.Flags | grid.Tail}
		like.Flags |= grid.Wide
	}
	cells[0] = like
	return n, columns
}

// gather returns the length in bytes of the first cluster of b, whose first character has
// size bytes. It is more than [grid.MaxClusterBytes] if the cluster is too long.
func gather(b []byte, size int, first grid.Properties) int {
	n, last := size, first
	for n < len(b) && b[n] >= utf8.RuneSelf && n <= grid.MaxClusterBytes {
		r, more := peekRune(b[n:])
		p := grid.PropertiesOf(r)
		if more == 0 || !p.Joins(first, last, n == size) {
			break
		}
		n, last = n+more, p
	}
	return n
}
