package copymode

import "dormer/session/wire"

// Line is one line of the text as it is shown: what was wrapped is several.
type Line struct {
	// Runes has the first code point of each column's character up to the last that
	// is not blank; 0 is the second column of a wide one.
	Runes []rune
	// Wrapped says that the text goes on in the next line without a line break.
	Wrapped bool
}

// Text is what one moves in.
type Text interface {
	// Line is the line with a number of Bounds. A line that is not here yet is empty:
	// the text takes note, and what was found without it is to be found again.
	Line(n uint64) Line
	// Bounds are the lines that there are, the screen's included.
	Bounds() wire.Range
	// Size is how many lines and columns are shown at once.
	Size() (rows, cols int)
}

// reach is how many lines a motion looks at, at most: beyond it stays where it is.
const reach = 2000

// tail reports whether a column is the second one of a wide character.
func (l Line) tail(col int) bool { return col > 0 && col < len(l.Runes) && l.Runes[col] == 0 }

// last is the column of the last character, 0 where there is none.
func (l Line) last() int {
	col := max(len(l.Runes)-1, 0)
	if l.tail(col) {
		col--
	}
	return col
}

// at is the character of a column: a blank where the line has none.
func (l Line) at(col int) rune {
	if col < 0 || col >= len(l.Runes) {
		return ' '
	}
	if l.tail(col) {
		col--
	}
	return l.Runes[col]
}

// snap is the column of the character that col is part of.
func (l Line) snap(col int) int {
	if l.tail(col) {
		return col - 1
	}
	return col
}

// lastLine is the number of the text's last line.
func lastLine(t Text) uint64 {
	b := t.Bounds()
	return max(b.End, b.First+1) - 1
}

// lineStart is the first line of what is one line of text at n.
func lineStart(t Text, n uint64) uint64 {
	first := t.Bounds().First
	for i := 0; n > first && i < reach && t.Line(n-1).Wrapped; i++ {
		n--
	}
	return n
}

// lineEnd is the last line of what is one line of text at n.
func lineEnd(t Text, n uint64) uint64 {
	last := lastLine(t)
	for i := 0; n < last && i < reach && t.Line(n).Wrapped; i++ {
		n++
	}
	return n
}

// next is the character after p, across line ends, and whether a line break is in
// between.
func next(t Text, p wire.Position) (q wire.Position, broke, ok bool) {
	l := t.Line(p.Line)
	col := p.Col + 1
	if l.tail(col) {
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

// previous is the character before p, across line ends, and whether a line break is
// in between.
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
