package vt

import (
	"bytes"

	"dormer/session/grid"
)

// Short lines that are many pass: of those that one write brings to the foot of a scroll
// region, only the last can ever be seen on the screen. The others go to the history at
// once, as if they had been on every row on their way up, where that is where the region
// scrolls to; from others they are gone.

const (
	// passBytes bounds a line that passes. So few are of use only where a write brings
	// more lines than the region has rows; longer ones are not even looked for.
	passBytes = 15
	// passScreens is how many times the rows of a region pass at least.
	passScreens = 2
	// passLines is how many lines pass at once, at most.
	passLines = 4096
)

// pass writes the lines that b begins with, behind another, where they are many, short and
// plain ASCII and the cursor is at the foot of a scroll region, on a blank row, which that
// stays. It returns the number of bytes, and how many it has looked at.
func (t *Terminal) pass(b []byte) (n, looked int) {
	s := t.scr
	height := s.bottom - s.top
	if len(b) < passBytes+2*passScreens*height || bytes.IndexByte(b[:passBytes+1], '\r') < 0 || !t.passable() {
		return 0, 0
	}
	sizes, looked := t.shortLines(b)
	if len(sizes) < passScreens*height {
		return 0, looked
	}
	last := len(sizes) - (height - 1)
	if s == t.main && s.top == 0 {
		for y := range height - 1 {
			t.keep(int(s.order[y]))
		}
		n = t.history.pushShort(b, sizes[:last], t.penCell().Style, t.palette)
	} else {
		n = bytesOf(sizes[:last])
	}
	for i, size := range sizes[last:] {
		t.fillShort(s.top+i, b[n:n+int(size)])
		n += int(size) + len("\r\n")
	}
	t.breakWrap(s.top - 1)
	return n, n
}

// passable reports whether text at the cursor can pass.
func (t *Terminal) passable() bool {
	s := t.scr
	if s.y != s.bottom-1 || s.x != 0 || s.wrapNext || !s.fullWidth() {
		return false
	}
	ln := s.line(s.y)
	return ln.used == 0 && ln.marks == nil && !t.inner.insert && t.pen.protected == 0 &&
		!t.charsets.mapped() && t.blank() == (grid.Cell{})
}

// shortLines finds the lines that b begins with as far as they are short: printable ASCII
// before a CR LF, less than fills a row. It returns the sizes of what is before that, and
// the bytes of all of it.
func (t *Terminal) shortLines(b []byte) (sizes []uint8, n int) {
	if t.passing == nil {
		t.passing = make([]uint8, passLines)
	}
	most := min(passBytes, t.scr.cols-1)
	for i := range t.passing {
		size := printableASCII(b[n:])
		end := b[n+size:]
		if size > most || len(end) < 2 || end[0] != '\r' || end[1] != '\n' {
			return t.passing[:i], n
		}
		t.passing[i] = uint8(size)
		n += size + len("\r\n")
	}
	return t.passing, n
}

// bytesOf is how many bytes lines of such sizes take.
func bytesOf(sizes []uint8) (n int) {
	for _, size := range sizes {
		n += int(size)
	}
	return n + len("\r\n")*len(sizes)
}

// fillShort makes row y, whatever it was, one of such text in the pen's looks.
func (t *Terminal) fillShort(y int, text []byte) {
	s := t.scr
	slot := int(s.order[y])
	ln := s.blankSlot(slot, grid.Cell{})
	t.gen++
	ln.gen = t.gen
	if len(text) == 0 {
		return
	}
	like := t.penCell()
	ln.used = int32(len(text))
	if s != t.main {
		putASCII(s.slot(slot), text, like)
		return
	}
	d, _ := s.draftOf(slot, false)
	d.room(len(text))
	d.size = copy(d.text, text)
	d.runs = append(d.runs, draftRun{0, like.Style})
	ln.drafted = true
}

// printableASCII is how many bytes of printable ASCII b begins with; where they are too many
// to pass, it may be fewer, but still too many.
func printableASCII(b []byte) (n int) {
	if len(b) > passBytes { // most are
		for first := (*[passBytes + 1]byte)(b); n < len(first) && first[n]-0x20 < 0x5f; {
			n++
		}
		return n
	}
	for n < len(b) && b[n]-0x20 < 0x5f {
		n++
	}
	return n
}
