package vt

import "dormer/session/grid"

// screen is one page of cells with its cursor and margins. Rows live in slots of
// one array; scrolling reorders slot numbers and moves no cell. A row that is a draft
// has no cells until somebody asks for them.
type screen struct {
	rows, cols int
	cells      []grid.Cell // rows slots of cols cells
	order      []int32     // the slot of each row: a window on its room, see slide
	room       []int32
	lines      []line  // by slot
	drafts     []draft // by slot; nil until there is one
	palette    *grid.Palette

	x, y int
	// wrapNext says that the last column was written and that the next character
	// goes to the next row.
	wrapNext bool

	top, bottom int // scroll region, rows
	left, right int // and columns

	command command // of the shell, when it set its last mark
	saved   saved
	kitty   kittyStack

	// slack is the number of blank rows that resizes took from below the cursor, when
	// the history ended at slackEnd.
	slack    int
	slackEnd uint64

	prompt promptRows
}

// line is what a screen knows of a slot besides its cells.
type line struct {
	gen uint64
	// used bounds what was written: the cells from here on are the zero cell.
	used    int32
	wrapped bool
	drafted bool
	marks   []mark // shell integration
}

func newScreen(rows, cols int, p *grid.Palette) *screen {
	s := &screen{
		rows: rows, cols: cols, palette: p,
		cells: make([]grid.Cell, rows*cols),
		order: make([]int32, rows),
		lines: make([]line, rows),
	}
	for i := range s.order {
		s.order[i] = int32(i)
	}
	s.resetMargins()
	return s
}

func (s *screen) resetMargins() {
	s.top, s.bottom = 0, s.rows
	s.left, s.right = 0, s.cols
}

// row returns the cells of row y.
func (s *screen) row(y int) []grid.Cell {
	slot := int(s.order[y])
	if s.lines[slot].drafted {
		s.settle(slot)
	}
	return s.slot(slot)
}

// slot returns the cells of a slot that is no draft.
func (s *screen) slot(i int) []grid.Cell {
	from := i * s.cols
	return s.cells[from : from+s.cols : from+s.cols]
}

func (s *screen) line(y int) *line { return &s.lines[s.order[y]] }

// content returns the cells of row y up to the last one that is not blank.
func (s *screen) content(y int) []grid.Cell {
	row := s.row(y)
	n := int(s.line(y).used)
	for n > 0 && row[n-1] == (grid.Cell{}) {
		n--
	}
	return row[:n]
}

// mark notes that the cells of a row were written up to column x. A row whose last
// column is written anew goes on in the next only if a wrap says so again.
func (ln *line) mark(x, cols int) {
	ln.used = max(ln.used, int32(x))
	if x == cols {
		ln.wrapped = false
	}
}

// fullWidth reports whether the margins span the whole width.
func (s *screen) fullWidth() bool { return s.left == 0 && s.right == s.cols }

// scrollsWhole reports whether all of the screen scrolls: there are no margins.
func (s *screen) scrollsWhole() bool { return s.top == 0 && s.bottom == s.rows && s.fullWidth() }

// inMargins reports whether the cursor is inside of the scroll region.
func (s *screen) inMargins() bool {
	return s.y >= s.top && s.y < s.bottom && s.x >= s.left && s.x < s.right
}

// fill sets the cells [from, to) of a row to blank and cuts wide characters that
// reach over either end.
func (s *screen) fill(y, from, to int, blank grid.Cell) {
	from, to = max(from, 0), min(to, s.cols)
	if from >= to {
		return
	}
	ln := s.line(y)
	if ln.marks != nil {
		s.eraseMarks(y, from, to)
	}
	if ln.drafted && from >= int(ln.used) && blank == (grid.Cell{}) {
		return
	}
	row := s.row(y)
	cut(row, from, blank)
	cut(row, to, blank)
	used := int(ln.used)
	if blank == (grid.Cell{}) {
		clear(row[from:min(to, max(used, from))])
		if to >= used && from < used {
			ln.used = int32(from)
		}
		return
	}
	cells := row[from:to]
	for i := range cells {
		cells[i] = blank
	}
	ln.used = int32(max(used, to))
}

// halved reports whether a wide character lies across column x.
func halved(row []grid.Cell, x int) bool {
	return x > 0 && x < len(row) && row[x].Flags&grid.Tail != 0
}

// cut makes a wide character that lies across column x two blanks, as if it were erased:
// so do xterm and, where the pen has no background, tmux.
func cut(row []grid.Cell, x int, blank grid.Cell) {
	if halved(row, x) {
		row[x-1] = grid.Cell{Char: ' ', Style: blank.Style}
		row[x] = row[x-1]
	}
}

// cut is that for the pen, whose blank it looks for only where it has to.
func (t *Terminal) cut(row []grid.Cell, x int) {
	if halved(row, x) {
		cut(row, x, t.blank())
	}
}

// rotate moves the rows of [top, bottom) up by n, which is in 1..bottom-top. The
// rows that come around keep their old content.
func (s *screen) rotate(top, bottom, n int) {
	o := s.order[top:bottom]
	if n == 1 {
		first := o[0]
		copy(o, o[1:])
		o[len(o)-1] = first
		return
	}
	var few [16]int32
	moved := append(few[:0], o[:n]...)
	copy(o, o[n:])
	copy(o[len(o)-n:], moved)
}

// slide moves all rows up by one: the window goes on over its room, and only at the
// end of that do the numbers move.
func (s *screen) slide() {
	n := len(s.order)
	if cap(s.order) == n {
		if s.room == nil {
			s.room = make([]int32, n+slideRoom)
		}
		copy(s.room, s.order)
		s.order = s.room[:n]
	}
	s.order = append(s.order, s.order[0])[1:]
}

// slideRoom is how many rows a screen scrolls before its numbers move.
const slideRoom = 64

// rotateDown is rotate in the other direction.
func (s *screen) rotateDown(top, bottom, n int) {
	if n < bottom-top {
		s.rotate(top, bottom, bottom-top-n)
	}
}

// blankSlot empties a slot's row and returns what is known of it.
func (s *screen) blankSlot(slot int, blank grid.Cell) *line {
	ln := &s.lines[slot]
	drafted, used := ln.drafted, ln.used
	ln.wrapped, ln.drafted, ln.used = false, false, 0
	if ln.marks != nil {
		ln.marks = nil
	}
	if blank == (grid.Cell{}) {
		if !drafted {
			clear(s.slot(slot)[:used])
		}
		return ln
	}
	cells := s.slot(slot)
	for i := range cells {
		cells[i] = blank
	}
	ln.used = int32(s.cols)
	return ln
}
