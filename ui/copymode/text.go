package copymode

import "dormer/session/wire"

// Line is a line of the text as displayed: a wrapped line is several of them.
type Line struct {
	// Runes holds the first code point of the character in each column, without trailing
	// blanks. 0 stands for the second column of a wide character.
	Runes []rune
	// Wrapped is set if the text continues in the next line without a line break.
	Wrapped bool
}

// Text is the text in which a Mode moves.
type Text interface {
	// Line returns the line with a number within Bounds. A line that is not loaded is empty,
	// and is recorded as missing: the caller must try again later.
	Line(n uint64) Line
	// Bounds returns the half-open range of lines, including those of the screen.
	Bounds() wire.Range
	// Size returns the number of visible rows and columns.
	Size() (rows, cols int)
}

// goToPending is the maximum number of lines that a motion searches.
const maxMotionLines = 2000

// isTail reports whether a column is the second one of a wide character.
func (l Line) isTail(col int) bool { return col > 0 && col < len(l.Runes) && l.Runes[col] == 0 }

// last returns the column of the last character, 0 if there is none.
func (l Line) last() int {
	col := max(len(l.Runes)-1, 0)
	if l.isTail(col) {
		col--
	}
	return col
}

// at returns the character in a column, a blank after the end of the line.
func (l Line) at(col int) rune {
	if col < 0 || col >= len(l.Runes) {
		return ' '
	}
	if l.isTail(col) {
		col--
	}
	return l.Runes[col]
}

// snap returns the first column of the character at col.
func (l Line) snap(col int) int {
	if l.isTail(col) {
		return col - 1
	}
	return col
}

// lastLine returns the number of the last line.
func lastLine(t Text) uint64 {
	b := t.Bounds()
	return max(b.End, b.First+1) - 1
}

// lineStart returns the first line of the logical line at n.
func lineStart(t Text, n uint64) uint64 {
	first := t.Bounds().First
	for i := 0; n > first && i < maxMotionLines && t.Line(n-1).Wrapped; i++ {
		n--
	}
	return n
}

// lineEnd returns the last line of the logical line at n.
func lineEnd(t Text, n uint64) uint64 {
	last := lastLine(t)
	for i := 0; n < last && i < maxMotionLines && t.Line(n).Wrapped; i++ {
		n++
	}
	return n
}

// next returns the character after p, across line ends, and whether a line break is between
// them.
func next(t Text, p wire.Position) (q wire.Position, broke, ok bool) {
	l := t.Line(p.Line)
	col := p.Col + 1
	if l.isTail(col) {
		col++
	}
	if col < len(l.Runes) {
		return wire.Position{Line: p.Line, Col: col}, false, true
	}
	if p.Line >= lastLine(t) {
		return p, false, false
	}
	return wire.Position{Line: p.Line + 1}, !l.Wrapped, true
}

// previous returns the character before p, across line ends, and whether a line break is
// between them.
func previous(t Text, p wire.Position) (q wire.Position, broke, ok bool) {
	l := t.Line(p.Line)
	if p.Col > 0 {
		return wire.Position{Line: p.Line, Col: l.snap(min(p.Col, max(len(l.Runes), 1)) - 1)}, false, true
	}
	if p.Line <= t.Bounds().First {
		return p, false, false
	}
	above := t.Line(p.Line - 1)
	return wire.Position{Line: p.Line - 1, Col: above.last()}, !above.Wrapped, true
}
