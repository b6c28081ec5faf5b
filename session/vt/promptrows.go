package vt

import "slices"

// promptRows is a screen's record of a prompt whose rows were rewrapped by a resize.
//
// After a resize a shell redraws its prompt and the typed text: it moves up by the number
// of rows that they took when it last drew them, erases from there, and writes. Rewrapped,
// they may take fewer or more rows. If they take fewer, the shell would erase output above
// its prompt, so blank rows are inserted above it. If they take more, the first rows would
// remain, so they are deleted when the prompt is drawn below them.
//
// Until the shell has drawn something, the next resize starts from the original rows: a
// size that lasts for a moment leaves no trace.
//
// With one column the height is unknown: readline assumes 80 columns for such a terminal.
type promptRows struct {
	// id is the ID of the prompt's marks; 0 if there is no prompt.
	id uint32
	// height is the distance from the prompt's first row to the cursor as the shell
	// knows it; blank is the number of rows inserted above the prompt, stale the number
	// of its rows that the shell does not know of.
	height, blank, stale int
	// y, x and gen are the cursor and the generation at the time of the record.
	y, x int
	gen  uint64
}

// promptOf returns the record of the prompt on the page of s for a resize. It undoes the
// changes that an earlier resize made for the prompt.
func (t *Terminal) promptOf(s *screen, p *page) promptRows {
	id := t.command.id
	if t.scr != s || s.cols == 1 || t.command.last != MarkPrompt && t.command.last != MarkInput {
		return promptRows{}
	}
	r := s.prompt
	if r.id != id || !s.unchangedSince(r) {
		return promptRows{id: id, height: p.y - p.promptTop(id)}
	}
	for more := r.height + r.stale - p.y; more > 0 && t.pull(p); more-- {
	}
	if top := p.promptTop(id); top >= r.blank && r.blank > 0 {
		for _, row := range p.rows[top-r.blank : top] {
			p.rows[top].marks = slices.Concat(row.marks, p.rows[top].marks)
		}
		p.rows = slices.Delete(p.rows, top-r.blank, top)
		p.y -= r.blank
	}
	return r
}

// fit gives the prompt on the page as many rows as its shell will move up.
func (r *promptRows) fit(p *page) {
	top := p.promptTop(r.id)
	if r.id == 0 || top < 0 || top > 0 && p.rows[top-1].wrapped {
		*r = promptRows{}
		return
	}
	more := p.y - top - r.height
	r.stale, r.blank = max(more, 0), max(-more, 0)
	p.rows = slices.Insert(p.rows, top, make([]pageRow, r.blank)...)
	p.y += r.blank
	if r.blank > 0 { // the output above ends before them
		row := &p.rows[top+r.blank]
		p.rows[top].marks, row.marks = splitMarks(row.marks, func(m mark) bool { return m.id != r.id && m.col == 0 })
	}
}

// splitMarks returns the marks for which is returns true, and the others.
func splitMarks(marks []mark, is func(mark) bool) (these, others []mark) {
	for _, m := range marks {
		if is(m) {
			these = append(these, m)
		} else {
			others = append(others, m)
		}
	}
	return these, others
}

// unchangedSince reports whether nothing was written and the cursor did not move since r.
func (s *screen) unchangedSince(r promptRows) bool {
	for y := range s.rows {
		if s.line(y).gen > r.gen {
			return false
		}
	}
	return s.y == r.y && s.x == r.x
}

// remember keeps r with the present cursor and generation, which unchangedSince compares.
func (s *screen) remember(r promptRows, gen uint64) {
	r.y, r.x, r.gen = s.y, s.x, gen
	s.prompt = r
}

// promptTop returns the row, at the cursor or above it, where the prompt with that ID
// begins, or -1 if it is not on the page.
func (p *page) promptTop(id uint32) int {
	y := min(p.y, len(p.rows)-1)
	for y >= 0 && !beginsPrompt(p.rows[y].marks, id) {
		y--
	}
	return y
}

func beginsPrompt(marks []mark, id uint32) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.kind == MarkPrompt && m.id == id })
}

// promptIsRedrawn reports whether the cursor is where a shell begins to redraw its prompt
// after a resize.
func (t *Terminal) promptIsRedrawn() bool {
	s := t.scr
	r := &s.prompt
	if r.id == 0 || r.id != t.command.id || t.command.last >= MarkCommand || s.x != 0 || !s.scrollsWhole() {
		return false
	}
	top := s.y - r.stale + r.blank
	return top >= 0 && top < s.rows && beginsPrompt(s.line(top).marks, r.id)
}

// redrawPrompt reports whether a shell begins to redraw its prompt at the cursor. If so,
// it makes the prompt begin there and deletes the prompt's rows above.
func (t *Terminal) redrawPrompt() bool {
	if !t.promptIsRedrawn() {
		return false
	}
	s := t.scr
	r := s.prompt
	s.prompt = promptRows{}
	was := s.line(s.y - r.stale + r.blank)
	above, _ := splitMarks(was.marks, func(m mark) bool { return m.id != r.id })
	was.marks = nil
	if r.stale > 0 {
		t.deleteRows(s.y-r.stale, r.stale)
		s.y -= r.stale
	}
	s.giveMarks(above, s.y, 0)
	s.putMark(mark{id: r.id, kind: MarkPrompt})
	t.command.last = MarkPrompt
	s.command = t.command
	t.touch(s.y)
	return true
}
