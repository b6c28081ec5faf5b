package vt

import "dormer/session/grid"

// draft is a row as it was printed: text, from the first column on, and where its looks
// change. Most rows of what programs print are written once, from left to right, and
// scroll away before anybody has seen them; the history keeps text. So a row gets its
// cells only when somebody asks for them ([screen.row]), and until then its slot's
// cells are blank. Whatever is more than text, in the next column, gets at the row as
// cells, like everybody else. The alternate screen has no drafts: its rows go nowhere,
// and its programs paint.
type draft struct {
	text []byte // of which size bytes are used
	size int
	runs []draftRun
}

// draftRun is text of one style, up to where the next run begins.
type draftRun struct {
	from  int32
	style uint16
}

const (
	// draftSlack is how much longer than what is used a draft's text is: it is written
	// in words.
	draftSlack = 8
	// draftBytes bounds a draft's text, in bytes a column: a row of longer clusters is
	// kept as cells, whose text is in the palette once.
	draftBytes = 8
)

// noStyle is the number of no style.
const noStyle = 1<<16 - 1

// draftable reports whether text at the cursor can go to a draft: the next column of
// one, or the first of a blank row.
func (s *screen) draftable(ln *line) bool {
	return s.x == int(ln.used) && (ln.drafted || s.x == 0)
}

// draft writes the text that b begins with, and the looks that it changes to, as far as
// they can go to the draft of the cursor's row, and returns the number of bytes; 0 where
// the first character is more than text, or the row is no draft.
func (t *Terminal) draft(b []byte) int {
	s := t.scr
	if s != t.main || t.inner.insert || t.pen.protected != 0 || t.charsets.mapped() {
		return 0
	}
	if s.wrapNext {
		if t.inner.noWrap || b[0] >= 0x80 && !t.begins(b) {
			return 0
		}
		t.advance()
	}
	slot := int(s.order[s.y])
	ln := &s.lines[slot]
	if !s.draftable(ln) {
		return 0
	}
	d, last := s.draftOf(slot, ln.drafted)
	limit, most := s.limit(), draftBytes*s.cols
	if d.size > most {
		return 0
	}
	style := t.penCell().Style
	x, i := s.x, 0
	styled := false // looks came last
line:
	for i < len(b) && x < limit {
		from, n, w := d.size, 0, 0
		switch c := b[i]; {
		case c-0x20 < 0x5f:
			n = d.putASCII(b[i:min(len(b), i+limit-x)])
			w = n
		case c >= 0x80 && t.widths == grid.AmbiguousNarrow:
			n, w = d.putOthers(b[i:], limit-x, most, style == last)
		case c == 0x1b && i+1 < len(b) && b[i+1] == '[':
			if n = t.quickSGR(b[i+2:]); n > 0 {
				i += 2 + n
				style, styled = t.pen.id, true
				continue
			}
		}
		if n == 0 {
			break line
		}
		i, x, styled = i+n, x+w, false
		if style != last {
			d.runs = append(d.runs, draftRun{int32(from), style})
			last = style
		}
	}
	if i == 0 {
		return 0
	}
	ln.drafted = true
	t.last = lastPrinted{drafted: true, open: true, styled: styled}
	t.drafted(ln, x, limit)
	return i
}

// draftLone is draft for a single character that looks like what the row ends with; see
// lone.
func (t *Terminal) draftLone(slot int, c byte) bool {
	s := t.scr
	ln := &s.lines[slot]
	if s.x != int(ln.used) || t.pen.protected != 0 {
		return false
	}
	d, last := s.draftOf(slot, ln.drafted)
	if d.size >= len(d.text) || last != t.pen.id && last != noStyle {
		return false
	}
	if last == noStyle {
		d.runs = append(d.runs, draftRun{0, t.pen.id})
	}
	d.text[d.size] = c
	d.size++
	s.x++
	ln.drafted, ln.used = true, int32(s.x)
	t.last = lastPrinted{drafted: true, open: true}
	t.gen++
	ln.gen = t.gen
	return true
}

// drafted moves the cursor behind text that was drafted up to column x.
func (t *Terminal) drafted(ln *line, x, limit int) {
	s := t.scr
	if s.x = x; x == limit {
		s.x, s.wrapNext = limit-1, true
	}
	ln.mark(x, s.cols)
	t.gen++
	ln.gen = t.gen
}

// draftOf returns the draft of a slot, emptied where it is not begun, and the style
// that it ends with.
func (s *screen) draftOf(slot int, begun bool) (d *draft, last uint16) {
	if s.drafts == nil {
		s.drafts = make([]draft, len(s.lines))
	}
	d = &s.drafts[slot]
	if begun {
		return d, d.runs[len(d.runs)-1].style
	}
	d.size, d.runs = 0, d.runs[:0]
	return d, noStyle
}

// settle gives a slot that is a draft its cells.
func (s *screen) settle(slot int) {
	s.lines[slot].drafted = false
	d, cells := &s.drafts[slot], s.slot(slot)[:0]
	for i, r := range d.runs {
		cells = appendPrinted(cells, d.text[r.from:d.end(i)], r.style, s.palette)
	}
}

// end is where a run ends.
func (d *draft) end(run int) int {
	if run+1 < len(d.runs) {
		return int(d.runs[run+1].from)
	}
	return d.size
}
