package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// printRun writes the text that b begins with to the cursor's row, as far as it fits
// there and needs nothing but cells, and returns its length in bytes. What is known of
// row and pen is looked up once for all of it. It returns 0 where the first character
// needs more than that: insertion, a character set, a cluster on the screen that it
// joins. See printOne.
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
	if halved(whole, x) {
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

// begins reports whether the character that b begins with, which is not ASCII, begins
// a cluster after what is on the screen.
func (t *Terminal) begins(b []byte) bool {
	r, n := decode(b)
	if n == 0 {
		return false
	}
	p := grid.PropertiesOf(r)
	return p.Starts() || p.Width() != 0 && (!t.last.open || p.Pictograph() && !t.maybeJoined())
}

// putASCII puts the printable ASCII that b begins with into cells that look like the
// given one, as far as there are cells, and returns the number. It leaves the last
// character where something else follows, which may join it.
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

// putCluster puts the cluster that b begins with into the first of the cells, made to
// look like the given one, and returns the numbers of bytes and of columns. It returns
// 0 and writes nothing if there is no such cluster or no room for it.
func (t *Terminal) putCluster(cells []grid.Cell, b []byte, like grid.Cell) (n, columns int) {
	r, size := glance(b)
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
		if next, _ := glance(b[size:]); next == grid.EmojiSelector && grid.WantsEmoji(r) {
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

// gather returns the length in bytes of the cluster that b begins with, whose first
// character has size bytes. It is more than [grid.MaxClusterBytes] where the cluster is
// too long.
func gather(b []byte, size int, first grid.Properties) int {
	n, last := size, first
	for n < len(b) && b[n] >= utf8.RuneSelf && n <= grid.MaxClusterBytes {
		r, more := glance(b[n:])
		p := grid.PropertiesOf(r)
		if more == 0 || !p.Joins(first, last, n == size) {
			break
		}
		n, last = n+more, p
	}
	return n
}
