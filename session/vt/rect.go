package vt

import (
	"unicode/utf8"

	"dormer/session/grid"
)

// The rectangular operations of the VT420 (DEC STD 070; xterm ctlseqs). They ignore
// margins, except that origin mode counts from them, do not move the cursor, and are
// clipped to the screen. An empty rectangle has no effect. A wide character cut by the
// edge of a rectangle is erased on both sides.

// area is a rectangle of the screen, half-open.
type area struct{ top, left, bottom, right int }

// params4 reads a rectangle from the four parameters that begin at i: top, left, bottom,
// right, counted from 1. It returns false for an empty rectangle.
func (t *Terminal) params4(i int) (area, bool) {
	s, p := t.scr, &t.parser
	page := t.page()
	a := area{
		top:    page.top + p.param(i, 1) - 1,
		left:   page.left + p.param(i+1, 1) - 1,
		bottom: min(page.top+p.param(i+2, s.rows), page.bottom),
		right:  min(page.left+p.param(i+3, s.cols), page.right),
	}
	return a, a.top < a.bottom && a.left < a.right
}

// page returns the area that rectangles are clipped to: the screen, or in origin mode
// the scroll region.
func (t *Terminal) page() area {
	s := t.scr
	if t.inner.origin {
		return area{s.top, s.left, s.bottom, s.right}
	}
	return area{0, 0, s.rows, s.cols}
}

// rectangular carries out a rectangular operation, at level 4 or above.
func (t *Terminal) rectangular(inter, final byte) {
	switch {
	case t.level() < 4:
	case inter == '*':
		t.reportChecksum()
	case final == 'x':
		t.fillArea()
	case final == 'z':
		t.eraseArea()
	case final == '{':
		t.eraseAreaSelectively()
	case final == 'v':
		t.copyArea()
	case final == 'r':
		t.changeArea(setAreaAttribute)
	case final == 't':
		t.changeArea(reverseAreaAttribute)
	}
}

// eachRow calls f with each row of a rectangle, after cutting the wide characters
// across its sides, and marks the rows as changed.
func (t *Terminal) eachRow(a area, f func(y int, cells []grid.Cell)) {
	s := t.scr
	for y := a.top; y < a.bottom; y++ {
		row := s.row(y)
		t.cut(row, a.left)
		t.cut(row, a.right)
		f(y, row[a.left:a.right])
		s.line(y).wrote(a.right, s.cols)
		t.touch(y)
	}
}

// fillArea fills a rectangle with a one-column character in the pen's style, from Latin 1
// or, as in xterm, any script. DECFRA: CSI Pch ; Pt ; Pl ; Pb ; Pr $ x.
func (t *Terminal) fillArea() {
	r := rune(t.parser.param(0, 0))
	if grid.RuneIsControl(r) || !utf8.ValidRune(r) || t.widths.Of(grid.PropertiesOf(r)) != 1 || grid.Joins("x", r) {
		return
	}
	a, ok := t.params4(1)
	if !ok {
		return
	}
	cell := t.penCell()
	cell.Char = uint32(r)
	t.eachRow(a, func(_ int, cells []grid.Cell) {
		for i := range cells {
			cells[i] = cell
		}
	})
}

// eraseArea blanks a rectangle. DECERA: CSI Pt ; Pl ; Pb ; Pr $ z.
func (t *Terminal) eraseArea() {
	a, ok := t.params4(0)
	for y := a.top; ok && y < a.bottom; y++ {
		t.erase(y, a.left, a.right)
	}
}

// eraseAreaSelectively blanks the characters of a rectangle that DECSCA did not
// protect, and keeps their style. DECSERA: CSI Pt ; Pl ; Pb ; Pr $ {.
func (t *Terminal) eraseAreaSelectively() {
	a, ok := t.params4(0)
	if !ok {
		return
	}
	spared := grid.Flags(0)
	if t.inner.guard == guardDEC {
		spared = grid.Protected
	}
	t.eachRow(a, func(_ int, cells []grid.Cell) {
		for i, c := range cells {
			if c.Flags&spared == 0 {
				cells[i] = grid.Cell{Style: c.Style}
			}
		}
	})
}

// copyArea copies a rectangle, protection included, to a place that may overlap
// it. Pages are ignored: there is only one. DECCRA: CSI Pts ; Pls ; Pbs ; Prs ;
// Pps ; Ptd ; Pld ; Ppd $ v.
func (t *Terminal) copyArea() {
	from, ok := t.params4(0)
	if !ok {
		return
	}
	s, p := t.scr, &t.parser
	y, x := p.param(5, 1)-1, p.param(6, 1)-1
	rows, cols := s.rows, s.cols
	if t.inner.origin {
		y, x, rows, cols = y+s.top, x+s.left, s.bottom, s.right
	}
	to := area{y, x, min(y+from.bottom-from.top, rows), min(x+from.right-from.left, cols)}
	if to.top >= to.bottom || to.left >= to.right {
		return
	}
	t.copyRows(from, to)
}

// copyRows copies as many cells as to has, in an order that reads each row before it is
// written.
func (t *Terminal) copyRows(from, to area) {
	s := t.scr
	width := to.right - to.left
	cells := make([]grid.Cell, width)
	for i := range to.bottom - to.top {
		if to.top > from.top {
			i = to.bottom - to.top - 1 - i
		}
		copy(cells, s.row(from.top + i)[from.left:from.left+width])
		trimHalves(cells)
		one := area{to.top + i, to.left, to.top + i + 1, to.right}
		t.eachRow(one, func(_ int, row []grid.Cell) { copy(row, cells) })
	}
}

// trimHalves blanks the half of a wide character at either end of cells if its other
// half is missing.
func trimHalves(cells []grid.Cell) {
	last := len(cells) - 1
	if cells[0].Flags&grid.Tail != 0 {
		cells[0] = grid.Cell{Char: ' ', Style: cells[0].Style}
	}
	if cells[last].Flags&grid.Wide != 0 {
		cells[last] = grid.Cell{Char: ' ', Style: cells[last].Style}
	}
}

// changeArea sets attributes (DECCARA: CSI Pt ; Pl ; Pb ; Pr ; Ps ... $ r) or inverts
// them (DECRARA: ... $ t) in a rectangle, or in the stream of characters from its first
// corner to its last (DECSACE). Colours and characters stay.
func (t *Terminal) changeArea(change func(*grid.Style, int32)) {
	a, ok := t.params4(0)
	stream := t.inner.extent != extentRectangle
	if !ok && !(stream && a.top+1 < a.bottom && a.left < t.scr.cols) {
		return
	}
	p := &t.parser
	list := p.params[min(4, p.n):p.n]
	if len(list) == 0 {
		list = []int32{0}
	}
	restyle := t.restyler(func(s *grid.Style) {
		for _, v := range list {
			change(s, v)
		}
	})
	for y := a.top; y < a.bottom; y++ {
		from, to := a.left, a.right
		if stream {
			from, to = t.streamColumns(a, y)
		}
		row := t.scr.row(y)
		from, to = whole(row, from), whole(row, to)
		for x := from; x < to; x++ {
			row[x].Style = restyle(row[x].Style)
		}
		ln := t.scr.line(y)
		ln.used = max(ln.used, int32(to))
		t.touch(y)
	}
}

// whole returns column x, or the next one if x is the second half of a wide character.
func whole(row []grid.Cell, x int) int {
	if x > 0 && x < len(row) && row[x].Flags&grid.Tail != 0 {
		return x + 1
	}
	return x
}

// restyler returns a function that maps the number of a style to that of the changed
// style.
func (t *Terminal) restyler(change func(*grid.Style)) func(uint16) uint16 {
	known := map[uint16]uint16{}
	return func(id uint16) uint16 {
		to, ok := known[id]
		if !ok {
			style := t.palette.Style(id)
			change(&style)
			to = t.palette.StyleID(style)
			known[id] = to
		}
		return to
	}
}

// streamColumns returns the columns of row y in the stream from the first corner of a to
// its last.
func (t *Terminal) streamColumns(a area, y int) (from, to int) {
	page := t.page()
	from, to = page.left, page.right
	if y == a.top {
		from = a.left
	}
	if y == a.bottom-1 {
		to = a.right
	}
	return from, to
}

// areaAttributes are the VT420's attributes by the parameters that switch them on; 22 to
// 28 switch them off.
var areaAttributes = map[int32]grid.Attrs{1: grid.Bold, 5: grid.Blink, 7: grid.Reverse, 8: grid.Conceal}

// setAreaAttribute changes one style as DECCARA does.
func setAreaAttribute(s *grid.Style, v int32) {
	switch v {
	case 0:
		s.Attrs &^= grid.Bold | grid.Blink | grid.Reverse | grid.Conceal
		s.Underline = grid.NoUnderline
	case 1, 4, 5, 7, 8, 22, 24, 25, 27, 28:
		setAttribute(s, v)
	}
}

// reverseAreaAttribute changes one style as DECRARA does.
func reverseAreaAttribute(s *grid.Style, v int32) {
	if attr, ok := areaAttributes[v]; ok {
		s.Attrs ^= attr
	}
	if v == 0 {
		s.Attrs ^= grid.Bold | grid.Blink | grid.Reverse | grid.Conceal
	}
	if v == 0 || v == 4 {
		if s.Underline == grid.NoUnderline {
			s.Underline = grid.SingleUnderline
		} else {
			s.Underline = grid.NoUnderline
		}
	}
}

// extentRectangle is the parameter of DECSACE for rectangles.
const extentRectangle = 2

// setExtent sets the extent that DECCARA and DECRARA change: the stream of characters between
// two corners (0, 1), or the rectangle (2). DECSACE: CSI Ps * x.
func (t *Terminal) setExtent(n int) {
	if n <= 2 {
		t.inner.extent = uint8(n)
	}
}
