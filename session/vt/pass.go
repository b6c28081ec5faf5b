package vt

import (
	"bytes"

	"dormer/session/grid"
)

// Short lines that are many pass: of those that one write brings, only the last can
// ever be seen on the screen. The others go to the history at once, as if they had been
// on every row on their way up: that is what each of them would cost.

const (
	// passBytes bounds a line that passes. So few are of use only where a write brings
	// more lines than the screen has; longer ones are not even looked for.
	passBytes = 16
	// passScreens is how many times the rows of a screen pass at least.
	passScreens = 2
)

// pass writes to the main screen the lines that b begins with, where they are many, short
// and plain ASCII and the cursor is at the foot, on a blank row, and all rows scroll. It returns the
// number of bytes, and how many it has looked at.
func (t *Terminal) pass(b []byte) (n, looked int) {
	s := t.scr
	if len(b) < passBytes+2*passScreens*s.rows || bytes.IndexByte(b[:passBytes+1], '\r') < 0 || !t.passable() {
		return 0, 0
	}
	count := 0
	for size := shortLine(b, s.cols); size >= 0; size = shortLine(b[looked:], s.cols) {
		looked += size + 2
		count++
	}
	if count < passScreens*s.rows {
		return 0, looked
	}
	for y := range s.rows - 1 {
		t.keep(int(s.order[y]))
	}
	passing := draft{runs: append(t.passing[:0], draftRun{0, t.penCell().Style})}
	t.passing = passing.runs
	for ; count > 0; count-- {
		for passing.size = 0; b[n+passing.size] != '\r'; {
			passing.size++
		}
		passing.text = b[n : n+passing.size]
		if n += passing.size + 2; count < s.rows {
			s.fillDraft(s.rows-1-count, &passing)
			t.touch(s.rows - 1 - count)
			continue
		}
		if passing.size == 0 { // a blank row has no style
			t.history.push(nil, false, t.palette)
			continue
		}
		t.history.pushDraft(&passing, passing.size, false, t.palette)
	}
	t.touch(s.rows - 1)
	t.last.open = false
	return n, n
}

// passable reports whether text at the cursor can pass.
func (t *Terminal) passable() bool {
	s := t.scr
	if s.y != s.rows-1 || s.x != 0 || s.wrapNext || !s.scrollsWhole() {
		return false
	}
	ln := s.line(s.y)
	return ln.used == 0 && ln.marks == nil && !t.inner.insert && t.pen.protected == 0 &&
		!t.charsets.mapped() && t.blank() == (grid.Cell{})
}

// shortLine is the number of bytes of printable ASCII before the CR LF that ends the
// short line which b begins with; -1 where that is another line.
func shortLine(b []byte, cols int) int {
	for i, c := range b[:min(len(b), passBytes+1, cols)] {
		if c-0x20 < 0x5f {
			continue
		}
		if c == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			return i
		}
		break
	}
	return -1
}

// fillDraft makes row y, whatever it was, a copy of a draft.
func (s *screen) fillDraft(y int, from *draft) {
	slot := int(s.order[y])
	ln := s.blankSlot(slot, grid.Cell{})
	if from.size == 0 {
		return
	}
	d, _ := s.draftOf(slot, false)
	d.room(from.size)
	d.size = copy(d.text, from.text)
	d.runs = append(d.runs, from.runs...)
	ln.drafted, ln.used = true, int32(d.size)
}
