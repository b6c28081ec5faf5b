package copymode

import (
	"math"
	"strings"

	"dormer/session/wire"
)

// Left moves to the previous character, also across line ends; in a block selection, by a
// column.
func (m *Mode) Left(t Text) {
	if m.Selection.Kind == Block && m.Cursor.Col > 0 {
		m.Go(t, wire.Position{Line: m.Cursor.Line, Col: m.Cursor.Col - 1})
		return
	}
	if p, _, ok := previous(t, m.Cursor); ok {
		m.Go(t, p)
	}
}

// Right moves to the next character; see [Mode.Left].
func (m *Mode) Right(t Text) {
	if m.Selection.Kind == Block {
		m.Go(t, wire.Position{Line: m.Cursor.Line, Col: m.Cursor.Col + 1})
		return
	}
	p, broke, ok := next(t, m.Cursor)
	if l := t.Line(m.Cursor.Line); m.Between && (broke || !ok) && m.Cursor.Col < len(l.Runes) {
		m.Go(t, wire.Position{Line: m.Cursor.Line, Col: len(l.Runes)})
	} else if ok {
		m.Go(t, p)
	}
}

// Vertical moves by lines, down if positive, and aims for the column of the last horizontal
// move.
func (m *Mode) Vertical(t Text, by int) {
	m.place(t, wire.Position{Line: shift(t, m.Cursor.Line, by), Col: m.wantedCol})
}

// LineStart goes to the beginning of the logical line, across wraps.
func (m *Mode) LineStart(t Text) { m.Go(t, wire.Position{Line: lineStart(t, m.Cursor.Line)}) }

// IndentEnd goes to the first character of the logical line that is not blank.
func (m *Mode) IndentEnd(t Text) {
	p := wire.Position{Line: lineStart(t, m.Cursor.Line)}
	end := lineEnd(t, p.Line)
	for blank(t.Line(p.Line).at(p.Col)) {
		q, _, ok := next(t, p)
		if !ok || q.Line > end {
			break
		}
		p = q
	}
	m.Go(t, p)
}

// LineEnd goes to the end of the logical line. Later moves up and down stay at the ends of
// lines.
func (m *Mode) LineEnd(t Text) {
	m.Go(t, wire.Position{Line: lineEnd(t, m.Cursor.Line), Col: math.MaxInt32})
	m.wantedCol = math.MaxInt32
}

// First goes to the first line of the text.
func (m *Mode) First(t Text) { m.Go(t, wire.Position{Line: t.Bounds().First}) }

// Last goes to the last line of the text that is not empty, at most a screen above its end.
func (m *Mode) Last(t Text) {
	n, rows := lastLine(t), 0
	screen, _ := t.Size()
	for rows < screen && n > t.Bounds().First && len(t.Line(n).Runes) == 0 {
		n--
		rows++
	}
	m.Top = Bottom(t)
	m.Go(t, wire.Position{Line: n})
}

// Row goes to the first visible row (part 0), the middle one (1) or the last (2).
func (m *Mode) Row(t Text, part int) {
	rows, _ := t.Size()
	m.Go(t, wire.Position{Line: min(m.Top+uint64(max(rows-1, 0)*part/2), lastLine(t))})
}

// Paragraph goes to the next empty line, up if by is negative.
func (m *Mode) Paragraph(t Text, by int) {
	n := m.Cursor.Line
	inside := false
	for range maxMotionLines {
		to := shift(t, n, by)
		if to == n {
			break
		}
		n = to
		empty := len(t.Line(n).Runes) == 0
		if empty && inside {
			break
		}
		inside = inside || !empty
	}
	m.Go(t, wire.Position{Line: n})
}

// opening and closing are the brackets, in the same order.
const opening, closing = "([{", ")]}"

// Matching goes to the bracket that matches the one under the cursor, or the next one in its
// line.
func (m *Mode) Matching(t Text) {
	p, end := m.Cursor, lineEnd(t, m.Cursor.Line)
	for {
		if i := strings.IndexRune(opening, t.Line(p.Line).at(p.Col)); i >= 0 {
			m.pair(t, p, rune(opening[i]), rune(closing[i]), next)
			return
		}
		if i := strings.IndexRune(closing, t.Line(p.Line).at(p.Col)); i >= 0 {
			m.pair(t, p, rune(closing[i]), rune(opening[i]), previous)
			return
		}
		q, _, ok := next(t, p)
		if !ok || q.Line > end {
			return
		}
		p = q
	}
}

// MatchingBack goes from a closing bracket at the cursor, or just before it, to its opening
// bracket (tmux's previous-matching-bracket). Elsewhere it does nothing.
func (m *Mode) MatchingBack(t Text) {
	p := m.Cursor
	for range 2 {
		if i := strings.IndexRune(closing, t.Line(p.Line).at(p.Col)); i >= 0 {
			m.pair(t, p, rune(closing[i]), rune(opening[i]), previous)
			return
		}
		q, broke, ok := previous(t, p)
		if !ok || broke {
			return
		}
		p = q
	}
}

// pair goes from a bracket to its partner in the direction of step.
func (m *Mode) pair(t Text, p wire.Position, open, shut rune, step func(Text, wire.Position) (wire.Position, bool, bool)) {
	depth, from := 0, p.Line
	for {
		switch t.Line(p.Line).at(p.Col) {
		case open:
			depth++
		case shut:
			depth--
		}
		if depth == 0 {
			m.GoShown(t, p)
			return
		}
		q, _, ok := step(t, p)
		if !ok || q.Line > from+maxMotionLines || from > q.Line+maxMotionLines {
			return
		}
		p = q
	}
}

// seek is a search for a character in a line (vi's f, F, t and T).
type seek struct {
	char           rune
	back, till, on bool
}

// Seek goes to a character in the line, or with till to the one before it.
func (m *Mode) Seek(t Text, char rune, back, till bool) {
	m.lastSeek = seek{char: char, back: back, till: till, on: true}
	m.seek(t, m.lastSeek)
}

// SeekAgain repeats the last Seek, with turn in the opposite direction.
func (m *Mode) SeekAgain(t Text, turn bool) {
	s := m.lastSeek
	s.back = s.back != turn
	if s.on {
		m.seek(t, s)
	}
}

func (m *Mode) seek(t Text, s seek) {
	step := next
	if s.back {
		step = previous
	}
	p := m.Cursor
	var before wire.Position
	for n := 0; ; n++ {
		q, broke, ok := step(t, p)
		if !ok || broke {
			return
		}
		if t.Line(q.Line).at(q.Col) == s.char && (!s.till || n > 0) {
			before = p
			p = q
			break
		}
		p = q
	}
	if s.till {
		p = before
	}
	m.Go(t, p)
}
