package vt

import "dormer/session/grid"

// Resize changes the size of both screens. For a new width, the main screen and the
// history wrap their lines again. A main screen that becomes shorter first drops blank
// rows below the cursor, then pushes its top rows to the history. One that becomes taller
// first gets back the blank rows, unless text scrolled since, then lines of the history.
// The alternate screen keeps the part that fits; its program redraws it. Margins are
// dropped. A program that set mode 2048 gets a report: take the replies afterwards.
func (t *Terminal) Resize(rows, cols int) {
	rows, cols = clampSize(rows), clampSize(cols)
	if rows == t.scr.rows && cols == t.scr.cols {
		return
	}
	t.sweep()
	shown := t.scr == t.main
	end := t.history.end
	if cols != t.main.cols {
		t.history.reflow(cols, t.palette)
	}
	main := t.resizeMain(rows, cols, end)
	t.history.trim()
	if t.alt != nil {
		t.alt = t.resizeAlt(rows, cols)
	}
	t.main = main
	t.scr = t.main
	if !shown {
		t.scr = t.alt
	}
	t.tabs = defaultTabs(t.tabs, cols)
	t.last = lastPrinted{}
	t.reportNewSize()
	t.gen++
	t.observe()
}

// page is the content of a screen during a resize.
type page struct {
	rows []pageRow
	// y and x are the cursor's position in rows; wrapNext is as in screen.
	y, x     int
	wrapNext bool
}

type pageRow struct {
	cells   []grid.Cell
	wrapped bool
	marks   []mark
}

func (s *screen) page() page {
	p := page{y: s.y, x: s.x, wrapNext: s.wrapNext}
	for y := range s.rows {
		p.rows = append(p.rows, pageRow{s.content(y), s.line(y).wrapped, s.line(y).marks})
	}
	return p
}

// resizeMain returns the main screen in its new size. end is the end of the history
// before it was wrapped for the new width.
func (t *Terminal) resizeMain(rows, cols int, end uint64) *screen {
	old := t.main
	p := old.page()
	slack := old.slackAt(end)
	prompt := t.promptOf(old, &p)
	if cols != old.cols {
		t.pullHead(&p)
		p.rewrap(cols)
	}
	prompt.fit(&p)
	slack += p.dropBlankTail(rows)
	for len(p.rows) > rows && p.y > 0 {
		t.history.push(p.rows[0].cells, p.rows[0].wrapped, t.palette)
		t.history.mark(p.rows[0].marks)
		p.rows = p.rows[1:]
		p.y--
	}
	p.rows = p.rows[:min(len(p.rows), rows)]
	for ; len(p.rows) < rows && slack > 0; slack-- {
		p.rows = append(p.rows, pageRow{})
	}
	for len(p.rows) < rows && t.pull(&p) {
	}
	slack -= rows - len(p.rows)
	s := t.build(old, p, rows, cols)
	s.slack, s.slackEnd = slack, t.history.end
	s.remember(prompt, t.gen)
	return s
}

// slackAt returns the number of blank rows below the cursor that earlier resizes removed,
// less those that they added, or 0 if text has scrolled since: end is the end of the
// history. These rows return before lines of the history do, so that a prompt at the top
// of a screen is there again after its pane was small for a moment.
func (s *screen) slackAt(end uint64) int {
	if s.slackEnd != end {
		return 0
	}
	return s.slack
}

// resizeAlt returns the alternate screen in its new size.
func (t *Terminal) resizeAlt(rows, cols int) *screen {
	p := t.alt.page()
	if drop := p.y + 1 - rows; drop > 0 {
		p.rows = p.rows[drop:]
		p.y -= drop
	}
	p.rows = p.rows[:min(len(p.rows), rows)]
	for i := range p.rows {
		p.rows[i].wrapped = false
	}
	return t.build(t.alt, p, rows, cols)
}

// pull moves the newest line of the history to the top of the page.
func (t *Terminal) pull(p *page) bool {
	marks := t.history.marksOf(t.history.end - 1)
	cells, wrapped, ok := t.history.pop(nil, t.palette)
	if !ok {
		return false
	}
	p.rows = append([]pageRow{{cells, wrapped, marks}}, p.rows...)
	p.y++
	return true
}

// maxPull bounds the rows that are pulled back for one wrapped line.
const maxPull = 1024

// pullHead pulls back the rows of the history that the page's first row continues, so
// that the whole line is wrapped again.
func (t *Terminal) pullHead(p *page) {
	for i := 0; i < maxPull && t.history.lastWrapped(); i++ {
		if !t.pull(p) {
			return
		}
	}
}

// dropBlankTail removes blank rows below the cursor while the page is too tall, and
// returns their number.
func (p *page) dropBlankTail(rows int) int {
	before := len(p.rows)
	for n := before; n > rows && n-1 > p.y && len(p.rows[n-1].cells) == 0; n-- {
		p.rows = p.rows[:n-1]
	}
	return before - len(p.rows)
}

// build makes a screen from a page.
func (t *Terminal) build(old *screen, p page, rows, cols int) *screen {
	s := newScreen(rows, cols, t.palette)
	for y, r := range p.rows {
		n := copy(s.row(y), r.cells)
		ln := s.line(y)
		ln.used, ln.wrapped, ln.marks = int32(n), r.wrapped, r.marks
		if n == cols && n < len(r.cells) {
			trimWide(s.row(y))
		}
	}
	for y := range rows {
		t.gen++
		s.line(y).gen = t.gen
	}
	s.y, s.x = min(p.y, rows-1), min(p.x, cols-1)
	s.wrapNext = p.wrapNext && p.x == cols-1
	s.saved, s.kitty, s.command = old.saved, old.kitty, old.command
	s.followSaved(old)
	return s
}

// followSaved moves the saved cursor together with the cursor, so that a program on the
// alternate screen returns to the shell's position.
func (s *screen) followSaved(old *screen) {
	k := &s.saved
	if k.y == old.y && k.x == old.x {
		k.y, k.x, k.wrapNext = s.y, s.x, s.wrapNext
		return
	}
	k.y = min(max(k.y+s.y-old.y, 0), s.rows-1)
}

// trimWide blanks a wide character that lost its second half at the end of a row.
func trimWide(row []grid.Cell) {
	if c := &row[len(row)-1]; c.Flags&grid.Wide != 0 {
		*c = grid.Cell{Char: ' ', Style: c.Style}
	}
}
