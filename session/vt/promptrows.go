package vt

import "slices"

// promptRows is what a screen remembers of the rows of a prompt that were broken
// anew.
//
// A shell whose terminal got another size draws its prompt, and what is typed, once
// more: it goes up by as many rows as they took when it drew them last, erases all
// from there, and writes. Broken anew they take fewer rows than that, or more. Where
// there are fewer the shell would erase output above its prompt, so blank rows stand
// in for the rest; where there are more the first of them would stay behind, so they
// go when the prompt is drawn below them.
//
// As long as the shell has drawn nothing the next size begins with what there was
// at first: a size that a pane had for a moment leaves nothing behind.
//
// On one column no prompt has a height: readline takes such a terminal for one of 80
// columns and draws on one row what takes several.
type promptRows struct {
	// id is the prompt's, in its marks; 0 where there is nothing to remember.
	id uint32
	// height is the distance from the prompt's first row to the cursor as the shell
	// knows it; blank is how many rows were put above the prompt, stale how many it
	// has more than the shell knows of.
	height, blank, stale int
	// y, x and gen are the cursor and the generation when that was so.
	y, x int
	gen  uint64
}

// promptOf returns what the next size has to respect of the prompt on the page of s,
// and takes back what an earlier one did for it.
func (t *Terminal) promptOf(s *screen, p *page) promptRows {
	id := t.command.id
	if t.scr != s || s.cols == 1 || t.command.last != MarkPrompt && t.command.last != MarkInput {
		return promptRows{}
	}
	r := s.prompt
	if r.id != id || !s.asItWas(r) {
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

// fit gives the prompt on the page the rows that its shell will go up by.
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

// splitMarks are the marks for which is holds, and the others.
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

// asItWas reports whether nothing was written, and the cursor not moved, since r.
func (s *screen) asItWas(r promptRows) bool {
	for y := range s.rows {
		if s.line(y).gen > r.gen {
			return false
		}
	}
	return s.y == r.y && s.x == r.x
}

// remember is asItWas from now on.
func (s *screen) remember(r promptRows, gen uint64) {
	r.y, r.x, r.gen = s.y, s.x, gen
	s.prompt = r
}

// promptTop is the row, above the cursor or at it, where the prompt of that number
// begins; -1 where none of the page does.
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

// promptIsRedrawn reports whether the cursor is where a shell that was told of a new
// size begins to draw its prompt again.
func (t *Terminal) promptIsRedrawn() bool {
	s := t.scr
	r := &s.prompt
	if r.id == 0 || r.id != t.command.id || t.command.last >= MarkCommand || s.x != 0 || !s.scrollsWhole() {
		return false
	}
	top := s.y - r.stale + r.blank
	return top >= 0 && top < s.rows && beginsPrompt(s.line(top).marks, r.id)
}

// redrawPrompt has the prompt begin where its shell draws it again, if that is at
// the cursor, and reports whether it is. What it left behind above is deleted.
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
