package copymode

import "dormer/session/wire"

// Kind is the unit of a selection.
type Kind uint8

const (
	Nothing Kind = iota
	Chars
	Words
	Lines
	Block
)

// Selection is a selection from its anchor to the cursor.
type Selection struct {
	Kind   Kind
	Anchor wire.Position
	// Open excludes the character at the end; see [Mode.Between]. A selection by the mouse
	// includes it.
	Open bool
}

// Select starts a selection at the cursor, or changes the kind of the current one.
func (m *Mode) Select(k Kind) {
	if m.Selection.Kind == Nothing {
		m.Selection.Anchor = m.Cursor
	}
	m.Selection.Kind = k
}

// Toggle is like Select, but clears a selection that is already of that kind.
func (m *Mode) Toggle(k Kind) {
	if m.Selection.Kind == k {
		m.Unselect()
		return
	}
	m.Select(k)
}

// Unselect clears the selection.
func (m *Mode) Unselect() { m.Selection.Kind = Nothing }

// OtherEnd exchanges the cursor and the anchor.
func (m *Mode) OtherEnd(t Text) {
	if m.Selection.Kind == Nothing {
		return
	}
	to := m.Selection.Anchor
	m.Selection.Anchor = m.Cursor
	m.Go(t, to)
}

// Span is a half-open range of the text: from First up to End. With Block it is the columns
// from First.Col up to End.Col in each line from First.Line through End.Line.
type Span struct {
	First, End wire.Position
	Block      bool
}

// Selected returns the selected span, and whether there is one.
func (m *Mode) Selected(t Text) (Span, bool) {
	a, b := m.Selection.Anchor, m.Cursor
	if m.Selection.Kind == Block {
		return block(t, a, b), true
	}
	if b.Before(a) {
		a, b = b, a
	}
	switch m.Selection.Kind {
	case Nothing, Block:
		return Span{}, false
	case Words:
		a, _ = word(t, a, false)
		_, b = word(t, b, false)
	case Lines:
		a = wire.Position{Line: lineStart(t, a.Line)}
		last := lineEnd(t, b.Line)
		_, cols := t.Size()
		return Span{First: a, End: wire.Position{Line: last, Col: max(cols, len(t.Line(last).Runes))}}, true
	case Chars:
		if m.Selection.Open {
			return Span{First: a, End: b}, a.Before(b)
		}
	}
	return Span{First: a, End: after(t, b)}, true
}

// after returns the position after the character at p.
func after(t Text, p wire.Position) wire.Position {
	p.Col++
	if t.Line(p.Line).isTail(p.Col) {
		p.Col++
	}
	return p
}

// block returns the block between two characters.
func block(t Text, a, b wire.Position) Span {
	if b.Line < a.Line {
		a, b = b, a
	}
	left, right := min(a.Col, b.Col), max(after(t, a).Col, after(t, b).Col)
	return Span{First: wire.Position{Line: a.Line, Col: left}, End: wire.Position{Line: b.Line, Col: right}, Block: true}
}

// On returns the columns [from, to) of a line that are in the span; there are none if from and
// to are equal. A line that is completely in the span extends to end.
func (s Span) On(line uint64, end int) (from, to int) {
	if line < s.First.Line || line > s.End.Line {
		return 0, 0
	}
	to = end
	if s.Block || line == s.First.Line {
		from = s.First.Col
	}
	if s.Block || line == s.End.Line {
		to = min(s.End.Col, end)
	}
	return min(from, to), to
}
