package copymode

import (
	"dormer/session/wire"
)

// Mode is the cursor, the visible lines and the selection in a text.
type Mode struct {
	Cursor wire.Position
	// Top is the first visible line.
	Top uint64
	// Selection is the selection; there is none if its Kind is [Nothing].
	Selection Selection
	// Between is set if the cursor is between characters, as in emacs: it may be after the
	// last character of a line, and a selection ends before it.
	Between bool
	// Mark is a position to return to; it is valid if Marked is set.
	Mark   wire.Position
	Marked bool
	// wantedCol is the column that moves up and down aim for; lastSeek is the last character
	// search in a line.
	wantedCol int
	lastSeek  seek
}

// begin returns a mode at the end of the text, with the cursor at a position.
func begin(t Text, cursor wire.Position) Mode {
	m := Mode{Top: Bottom(t)}
	m.Go(t, cursor)
	return m
}

// Bottom returns the first visible line when the end of the text is visible.
func Bottom(t Text) uint64 {
	b := t.Bounds()
	rows, _ := t.Size()
	if b.Len() <= rows {
		return b.First
	}
	return b.End - uint64(rows)
}

// AtBottom reports whether the end of the text is visible.
func (m *Mode) AtBottom(t Text) bool { return m.Top >= Bottom(t) }

// Settle moves the mode back into the bounds of the text, which may have lost lines at either
// end. It reads no lines, because they may not be loaded yet.
func (m *Mode) Settle(t Text) {
	m.Top = min(max(m.Top, t.Bounds().First), Bottom(t))
	m.Cursor.Line = min(max(m.Cursor.Line, t.Bounds().First), lastLine(t))
	m.follow(t)
}

// Go moves the cursor to a position, or to the nearest valid one, and makes it visible.
func (m *Mode) Go(t Text, p wire.Position) {
	m.place(t, p)
	m.wantedCol = m.Cursor.Col
}

// GoShown is like [Mode.Go], but centres a position that was not visible.
func (m *Mode) GoShown(t Text, p wire.Position) {
	rows, _ := t.Size()
	if p.Line < m.Top || p.Line >= m.Top+uint64(rows) {
		m.Top = p.Line - min(p.Line, uint64(rows/2))
		m.Top = min(max(m.Top, t.Bounds().First), Bottom(t))
	}
	m.Go(t, p)
}

// place is like [Mode.Go], but does not change the wanted column.
func (m *Mode) place(t Text, p wire.Position) {
	p.Line = min(max(p.Line, t.Bounds().First), lastLine(t))
	l := t.Line(p.Line)
	p.Col = l.snap(min(max(p.Col, 0), m.rightmost(t, l)))
	m.Cursor = p
	m.follow(t)
}

// rightmost returns the last column that the cursor may have in a line: that of the last
// character or the one after it; for a block selection, that of the screen.
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

// follow makes the cursor's line visible.
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

// shift moves a line number by some lines, within the text.
func shift(t Text, n uint64, by int) uint64 {
	b := t.Bounds()
	if by < 0 {
		return max(n-min(n, uint64(-by)), b.First)
	}
	return min(n+uint64(by), lastLine(t))
}

// Scroll scrolls by some lines, down if positive. The cursor stays on its line while that is
// visible.
func (m *Mode) Scroll(t Text, by int) {
	rows, _ := t.Size()
	m.Top = min(shift(t, m.Top, by), Bottom(t))
	line := min(max(m.Cursor.Line, m.Top), m.Top+uint64(max(rows, 1))-1)
	if line != m.Cursor.Line {
		m.place(t, wire.Position{Line: line, Col: m.wantedCol})
	}
}

// Page scrolls by some lines and moves the cursor with the text.
func (m *Mode) Page(t Text, by int) {
	row := m.Cursor.Line - m.Top
	top := min(shift(t, m.Top, by), Bottom(t))
	line := top + row
	if top == m.Top { // at an end, only the cursor moves
		line = shift(t, m.Cursor.Line, by)
	}
	m.Top = top
	m.place(t, wire.Position{Line: line, Col: m.wantedCol})
}

// Show scrolls so that the cursor's line is the first visible row (part 0), the middle one (1) or
// the last (2).
func (m *Mode) Show(t Text, part int) {
	rows, _ := t.Size()
	up := uint64(max(rows-1, 0) * part / 2)
	m.Top = min(max(m.Cursor.Line-min(m.Cursor.Line, up), t.Bounds().First), Bottom(t))
}

// SetMark sets the mark to the cursor's position.
func (m *Mode) SetMark() { m.Mark, m.Marked = m.Cursor, true }

// JumpMark exchanges the cursor and the mark, and reports whether a mark was set.
func (m *Mode) JumpMark(t Text) bool {
	if !m.Marked {
		return false
	}
	to := m.Mark
	m.Mark = m.Cursor
	m.GoShown(t, to)
	return true
}
