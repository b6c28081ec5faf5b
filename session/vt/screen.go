package vt

import "dormer/session/grid"

// screen is one page of cells with its cursor and margins. Rows live in slots of
// one array; scrolling reorders slot numbers and moves no cell.
type screen struct {
	rows, cols int
	cells      []grid.Cell // rows slots of cols cells
	order      []int32     // the slot of each row
	lines      []line      // by slot
	palette    *grid.Palette

	x, y int
	// wrapNext means that the last column was written and that the next character
	// goes to the next row.
	wrapNext bool

	top, bottom int // scroll region, rows
	left, right int // and columns

	command command // the state of the shell at its last mark
	saved   saved
	kitty   kittyStack

	// slack is the number of blank rows below the cursor that resizes removed while the
	// history ended at slackEnd.
	slack    int
	slackEnd uint64

	prompt promptRows
}

// line is the state of a row besides its cells.
type line struct {
	gen uint64
	// used is the number of cells that may differ from the zero cell; all after them are
	// the zero cell.
	used    int32
	wrapped bool
	marks   []mark // of shell integration
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
	from := int(s.order[y]) * s.cols
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

// wrote records that the cells of a row were written up to column x. A row whose last
// column is rewritten continues in the next row only if it wraps again.
func (ln *line) wrote(x, cols int) {
	ln.used = max(ln.used, int32(x))
	if x == cols {
		ln.wrapped = false
	}
}

// fullWidth reports whether the margins span the whole width.
func (s *screen) fullWidth() bool { return s.left == 0 && s.right == s.cols }

// scrollsWhole reports whether the whole screen scrolls: no margins are set.
func (s *screen) scrollsWhole() bool { return s.top == 0 && s.bottom == s.rows && s.fullWidth() }

// inMargins reports whether the cursor is inside the scroll region.
func (s *screen) inMargins() bool {
	return s.y >= s.top && s.y < s.bottom && s.x >= s.left && s.x < s.right
}

// fill sets the cells [from, to) of a row to blank, and cuts wide characters that lie
// across either end.
func (s *screen) fill(y, from, to int, blank grid.Cell) {
	from, to = max(from, 0), min(to, s.cols)
	if from >= to {
		return
	}
	ln := s.line(y)
	if ln.marks != nil {
		s.eraseMarks(y, from, to)
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

// splitsWide reports whether a wide character lies across column x.
func splitsWide(row []grid.Cell, x int) bool {
	return x > 0 && x < len(row) && row[x].Flags&grid.Tail != 0
}

// cut replaces a wide character that lies across column x by two blanks, as if it were
// erased. xterm does so too, and tmux if the pen has no background.
func cut(row []grid.Cell, x int, blank grid.Cell) {
	if splitsWide(row, x) {
		row[x-1] = grid.Cell{Char: ' ', Style: blank.Style}
		row[x] = row[x-1]
	}
}

// cut is [cut] with the pen's blank.
func (t *Terminal) cut(row []grid.Cell, x int) {
	if splitsWide(row, x) {
		cut(row, x, t.blank())
	}
}

// rotate moves the rows of [top, bottom) up by n, which is in 1..bottom-top. The rows
// that leave at the top come in at the bottom with their old content.
func (s *screen) rotate(top, bottom, n int) {
	o := s.order[top:bottom]
	var few [16]int32
	moved := append(few[:0], o[:n]...)
	copy(o, o[n:])
	copy(o[len(o)-n:], moved)
}

// rotateDown is rotate in the other direction.
func (s *screen) rotateDown(top, bottom, n int) {
	if n < bottom-top {
		s.rotate(top, bottom, bottom-top-n)
	}
}

// blankRow empties row y and removes its marks.
func (s *screen) blankRow(y int, blank grid.Cell) {
	row, ln := s.row(y), s.line(y)
	used := int(ln.used)
	ln.wrapped, ln.used, ln.marks = false, 0, nil
	if blank == (grid.Cell{}) {
		clear(row[:used])
		return
	}
	for i := range row {
		row[i] = blank
	}
	ln.used = int32(s.cols)
}
