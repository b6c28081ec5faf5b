package copymode

import (
	"dormer/session/wire"
)

// Mode is where one is in a text and what of it is selected.
type Mode struct {
	Cursor wire.Position
	// Top is the first line shown.
	Top uint64
	// Selection is what is selected; none where its Kind is [Nothing].
	Selection Selection
	// Between says that the cursor stands before its character, as in emacs: behind the
	// last one of a line is a place too, and a selection ends before the cursor.
	Between bool
	// Mark is a place to come back to.
	Mark   wire.Position
	Marked bool
	// want is the column that moves up and down aim for; sought is what was last
	// looked for in a line.
	want   int
	sought seek
}

// begin is the mode at the text's end, with the cursor at a place on the screen.
func begin(t Text, cursor wire.Position) Mode {
	m := Mode{Top: Bottom(t)}
	m.Go(t, cursor)
	return m
}

// Bottom is the first line shown where the end of the text is in sight.
func Bottom(t Text) uint64 {
	b := t.Bounds()
	rows, _ := t.Size()
	if b.Len() <= rows {
		return b.First
	}
	return b.End - uint64(rows)
}

// AtBottom reports whether the end of the text is shown.
func (m *Mode) AtBottom(t Text) bool { return m.Top >= Bottom(t) }

// Settle brings the mode back into the text: lines may have gone at either end. It
// looks at none, for those may still be on their way.
func (m *Mode) Settle(t Text) {
	m.Top = min(max(m.Top, t.Bounds().First), Bottom(t))
	m.Cursor.Line = min(max(m.Cursor.Line, t.Bounds().First), lastLine(t))
	m.follow(t)
}

// Go puts the cursor on a place, or the nearest that there is, and shows it.
func (m *Mode) Go(t Text, p wire.Position) {
	m.place(t, p)
	m.want = m.Cursor.Col
}

// GoShown is [Mode.Go] that shows a place which was not shown in the middle.
func (m *Mode) GoShown(t Text, p wire.Position) {
	rows, _ := t.Size()
	if p.Line < m.Top || p.Line >= m.Top+uint64(rows) {
		m.Top = p.Line - min(p.Line, uint64(rows/2))
		m.Top = min(max(m.Top, t.Bounds().First), Bottom(t))
	}
	m.Go(t, p)
}

// place puts the cursor on a place and shows it, with no word on the column wanted.
func (m *Mode) place(t Text, p wire.Position) {
	p.Line = min(max(p.Line, t.Bounds().First), lastLine(t))
	l := t.Line(p.Line)
	p.Col = l.snap(min(max(p.Col, 0), m.rightmost(t, l)))
	m.Cursor = p
	m.follow(t)
}

// rightmost is the last column that the cursor may have in a line: that of the last
// character, or the one behind it; of a block, any.
func (m *Mode) rightmost(t Text, l Line) int {
	_, cols := t.Size()
	if m.Selection.Kind == Block {
		return max(cols-1, 0)
	}
	if m.Between && !l.Wrapped {
		return min(len(l.Runes), cols)
	}
	return min(l.last(), max(cols-1, 0))
}

// follow shows the cursor's line.
func (m *Mode) follow(t Text) {
	rows, _ := t.Size()
	switch {
	case m.Cursor.Line < m.Top:
		m.Top = m.Cursor.Line
	case m.Cursor.Line >= m.Top+uint64(max(rows, 1)):
		m.Top = m.Cursor.Line - uint64(max(rows, 1)) + 1
	}
	m.Top = min(max(m.Top, t.Bounds().First), Bottom(t))
}

// shift is a line number moved by some lines, within the text.
func shift(t Text, n uint64, by int) uint64 {
	b := t.Bounds()
	if by < 0 {
		return max(n-min(n, uint64(-by)), b.First)
	}
	return min(n+uint64(by), lastLine(t))
}

// Scroll moves what is shown by some lines, down where positive; the cursor stays on
// its line as long as that is shown.
func (m *Mode) Scroll(t Text, by int) {
	rows, _ := t.Size()
	m.Top = min(shift(t, m.Top, by), Bottom(t))
	line := min(max(m.Cursor.Line, m.Top), m.Top+uint64(max(rows, 1))-1)
	if line != m.Cursor.Line {
		m.place(t, wire.Position{Line: line, Col: m.want})
	}
}

// Page moves what is shown and the cursor with it.
func (m *Mode) Page(t Text, by int) {
	row := m.Cursor.Line - m.Top
	top := min(shift(t, m.Top, by), Bottom(t))
	line := top + row
	if top == m.Top { // at an end the cursor goes on
		line = shift(t, m.Cursor.Line, by)
	}
	m.Top = top
	m.place(t, wire.Position{Line: line, Col: m.want})
}

// Show puts the cursor's line at a part of the rows shown: 0 the first, 1 the middle,
// 2 the last.
func (m *Mode) Show(t Text, part int) {
	rows, _ := t.Size()
	up := uint64(max(rows-1, 0) * part / 2)
	m.Top = min(max(m.Cursor.Line-min(m.Cursor.Line, up), t.Bounds().First), Bottom(t))
}

// SetMark keeps the cursor's place; JumpMark goes there and keeps where one was.
func (m *Mode) SetMark() { m.Mark, m.Marked = m.Cursor, true }

// JumpMark exchanges the cursor and the mark and reports whether there is one.
func (m *Mode) JumpMark(t Text) bool {
	if !m.Marked {
		return false
	}
	to := m.Mark
	m.Mark = m.Cursor
	m.GoShown(t, to)
	return true
}
