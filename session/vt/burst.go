package vt

import "dormer/session/grid"

// A burst is text, and the looks that it changes to, on its way to one row: most of
// what programs print. What is known of row, cursor and pen is looked up once for
// all of it, and the cursor moves when it is over. Everything else that text may
// ask for (a wrap, insertion, character sets, a cluster that goes on from what is
// on the screen) is print.go's, one character at a time.

// burst writes the text that b begins with, as far as it goes to one row and needs
// no more than cells, and returns the number of bytes; 0 where the first character
// is none of that.
func (t *Terminal) burst(b []byte) int {
	s := t.scr
	if t.inner.insert || t.charsets.mapped() {
		return 0
	}
	if b[0] >= 0x80 && !t.begins(b) {
		return 0
	}
	if s.wrapNext {
		if t.inner.noWrap {
			return 0
		}
		t.advance()
	}
	all := s.row(s.y)
	row := all[:s.limit()]
	x, i := s.x, 0
	styled := false // looks came last
	cutsTail := row[x].Flags&grid.Tail != 0
	like := t.penCell()
	if b[0] >= 0x80 {
		if i, x = t.putClusters(row, x, b, like); i == 0 {
			return 0
		}
	}
	if cutsTail {
		row[s.x-1] = grid.Cell{Char: ' ', Style: t.blank().Style}
	}
line:
	for i < len(b) && x < len(row) {
		switch c := b[i]; {
		case c-0x20 < 0x5f:
			styled = false
			n := putASCII(row[x:], b[i:], like)
			i, x = i+n, x+n
			if i < len(b) && b[i] >= 0x80 { // it may be a mark upon the last
				i, x = t.putAgain(row, x, b, i, like)
			}
		case c >= 0x80:
			n, to := t.goOn(row, x, b[i:], like)
			if n == 0 {
				break line
			}
			i, x, styled = i+n, to, false
		case c == 0x1b && i+1 < len(b) && b[i+1] == '[':
			t.cutBehind(all, x)
			n := t.quickSGR(b[i+2:])
			if n == 0 {
				break line
			}
			i += 2 + n
			like, styled = t.penCell(), true
		default:
			break line
		}
	}
	t.last = lastPrinted{cell: row[start(row, x)], open: true, styled: styled}
	t.wrote(x)
	return i
}

// lone is burst for a single character, between two that are no text: programs that
// paint here and there write by the cell. It reports whether it was written.
func (t *Terminal) lone(c byte) bool {
	s := t.scr
	if s.wrapNext || t.pen.stale || t.inner.insert || t.charsets.mapped() {
		return false
	}
	slot, x := int(s.order[s.y]), s.x
	ln := &s.lines[slot]
	if x+1 == s.right || x+1 == s.cols {
		return false
	}
	if ln.drafted || x == 0 && ln.used == 0 && s == t.main {
		return t.draftLone(slot, c)
	}
	cell := &s.cells[slot*s.cols+x]
	if cell.Flags&(grid.Wide|grid.Tail) != 0 {
		return false
	}
	*cell = grid.Cell{Char: uint32(c), Style: t.pen.id, Flags: t.pen.protected}
	t.last = lastPrinted{cell: *cell, open: true}
	s.x = x + 1
	ln.used = max(ln.used, int32(x+1))
	t.gen++
	ln.gen = t.gen
	return true
}

// begins reports whether the character that b begins with, which is none of ASCII,
// begins a cluster, whatever it is of what is on the screen.
func (t *Terminal) begins(b []byte) bool {
	r, n := decode(b)
	if n == 0 {
		return false
	}
	p := grid.PropertiesOf(r)
	return p.Starts() || p.Width() != 0 && (!t.last.open || p.Pictograph() && !t.maybeJoined())
}

// putAgain puts the last character before b[i] again, with what may belong to it.
func (t *Terminal) putAgain(row []grid.Cell, x int, b []byte, i int, like grid.Cell) (int, int) {
	if n, to := t.putClusters(row, x-1, b[i-1:], like); n > 0 {
		return i - 1 + n, to
	}
	return i, x
}

// goOn puts characters behind others of the same burst, whose last they may belong
// to, and returns the number of bytes and the column behind them.
func (t *Terminal) goOn(row []grid.Cell, x int, b []byte, like grid.Cell) (n, to int) {
	r, _ := decode(b)
	if !grid.PropertiesOf(r).Starts() {
		if n := t.joinRun(start(row, x), b, true); n > 0 {
			return n, x
		}
	}
	return t.putClusters(row, x, b, like)
}

// wrote moves the cursor behind text that was written up to column x.
func (t *Terminal) wrote(x int) {
	s := t.scr
	ln := s.line(s.y)
	t.cutBehind(s.row(s.y), x)
	if limit := s.limit(); x >= limit {
		s.x, s.wrapNext = limit-1, true
	} else {
		s.x = x
	}
	ln.mark(x, s.cols)
	t.gen++
	ln.gen = t.gen
}

// cutBehind blanks what text up to column x left of a wide character, with the pen that
// wrote the text.
func (t *Terminal) cutBehind(row []grid.Cell, x int) {
	if halved(row, x) {
		row[x] = grid.Cell{Char: ' ', Style: t.blank().Style}
	}
}
