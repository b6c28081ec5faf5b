package vt

import "dormer/session/grid"

// scrollUp moves the rows from top to the bottom margin up by n. Rows that leave the main
// screen at its first row go into the history.
func (t *Terminal) scrollUp(top, n int) {
	s := t.scr
	n = min(n, s.bottom-top)
	if n <= 0 {
		return
	}
	if !s.fullWidth() {
		t.moveBlock(top, s.bottom, n)
		return
	}
	if top == 0 && s == t.main {
		for y := range n {
			t.keep(y)
		}
	}
	t.rotateUp(top, n)
}

// keep pushes a row that is about to leave the main screen to the history.
func (t *Terminal) keep(y int) {
	ln := t.main.line(y)
	t.history.push(t.main.row(y)[:ln.used], ln.wrapped, t.palette)
	t.history.mark(ln.marks)
	ln.marks = nil
}

// rotateUp moves the rows from top to the bottom margin up by n and blanks the vacated
// rows.
func (t *Terminal) rotateUp(top, n int) {
	s := t.scr
	if top > 0 {
		t.breakWrap(top - 1)
	}
	s.rotate(top, s.bottom, n)
	t.blankRows(s.bottom-n, s.bottom, top)
	t.breakWrap(s.bottom - n - 1)
}

// scrollDown moves the rows from top to the bottom margin down by n.
func (t *Terminal) scrollDown(top, n int) {
	s := t.scr
	n = min(n, s.bottom-top)
	if n <= 0 {
		return
	}
	if !s.fullWidth() {
		t.moveBlock(top, s.bottom, -n)
		return
	}
	s.rotateDown(top, s.bottom, n)
	t.blankRows(top, top+n, top)
	t.breakWrap(top - 1)
	t.breakWrap(s.bottom - 1)
}

// breakWrap records that row y, if it exists, no longer continues in the next row, which
// has been replaced.
func (t *Terminal) breakWrap(y int) {
	if y < 0 || y >= t.scr.rows {
		return
	}
	if ln := t.scr.line(y); ln.wrapped {
		ln.wrapped = false
		t.touch(y)
	}
}

// blankRows empties the rows [from, to). Their marks of the last command's output move
// to row top, where the change begins.
func (t *Terminal) blankRows(from, to, top int) {
	s := t.scr
	blank := t.blank()
	marks := s.takeMarks(from, to)
	for y := from; y < to; y++ {
		s.blankRow(y, blank)
		t.touch(y)
	}
	s.giveMarks(marks, top, 0)
}

// moveBlock moves the cells between the side margins up by n rows, or down if n is
// negative.
func (t *Terminal) moveBlock(top, bottom, n int) {
	s := t.scr
	blank := t.blank()
	for y := top; y < bottom; y++ { // no wide character reaches over a margin
		cut(s.row(y), s.left, blank)
		cut(s.row(y), s.right, blank)
	}
	height := bottom - top
	for i := range height {
		y := top + i
		if n < 0 {
			y = bottom - 1 - i
		}
		from := y + n
		if from >= top && from < bottom {
			copy(s.row(y)[s.left:s.right], s.row(from)[s.left:s.right])
			s.line(y).used = max(s.line(y).used, min(s.line(from).used, int32(s.right)))
		} else {
			s.fill(y, s.left, s.right, blank)
		}
		s.line(y).wrapped = false
		t.touch(y)
	}
}

// insertLines and deleteLines move the cursor's row and those below it. IL: CSI n L
// (ECMA-48 8.3.67); DL: CSI n M (ECMA-48 8.3.32).
func (t *Terminal) insertLines(n int) {
	s := t.scr
	if !s.inMargins() {
		return
	}
	t.scrollDown(s.y, n)
	s.x, s.wrapNext = s.left, false
}

func (t *Terminal) deleteLines(n int) {
	s := t.scr
	if !s.inMargins() {
		return
	}
	t.deleteRows(s.y, n)
	s.x, s.wrapNext = s.left, false
}

// deleteRows is scrollUp without history: a program deletes rows that it does not need
// again.
func (t *Terminal) deleteRows(top, n int) {
	s := t.scr
	n = min(n, s.bottom-top)
	if !s.fullWidth() {
		t.moveBlock(top, s.bottom, n)
		return
	}
	t.rotateUp(top, n)
}

// insertCells moves the rest of the line right. ICH: CSI n @ (ECMA-48 8.3.64).
func (t *Terminal) insertCells(n int) {
	s := t.scr
	if s.x < s.left || s.x >= s.right {
		return
	}
	n = min(n, s.right-s.x)
	row, ln := s.row(s.y), s.line(s.y)
	t.cut(row, s.x)
	t.cut(row, s.right)
	t.cut(row, s.right-n)
	copy(row[s.x+n:s.right], row[s.x:s.right-n])
	ln.used = int32(min(max(int(ln.used)+n, s.x+n), s.cols))
	t.write(s.x, s.x+n)
}

// deleteCells moves the rest of the line left. DCH: CSI n P (ECMA-48 8.3.26).
func (t *Terminal) deleteCells(n int) {
	s := t.scr
	if s.x < s.left || s.x >= s.right {
		return
	}
	n = min(n, s.right-s.x)
	row := s.row(s.y)
	t.cut(row, s.x)
	t.cut(row, s.x+n)
	t.cut(row, s.right)
	copy(row[s.x:], row[s.x+n:s.right])
	t.write(s.right-n, s.right)
}

// write blanks vacated columns of the cursor's row.
func (t *Terminal) write(from, to int) {
	s := t.scr
	blank := t.blank()
	cells := s.row(s.y)[from:to]
	for i := range cells {
		cells[i] = blank
	}
	if ln := s.line(s.y); blank != (grid.Cell{}) {
		ln.used = max(ln.used, int32(to))
	}
	s.wrapNext = false
	s.line(s.y).wrapped = false
	t.touch(s.y)
}
