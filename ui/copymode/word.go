package copymode

import (
	"unicode"

	"dormer/session/wire"
)

// kind is a class of characters. A word consists of characters of one kind.
type kind uint8

const (
	space kind = iota
	letter
	sign // word separators, as in tmux's word-separators
)

func blank(r rune) bool { return r == 0 || unicode.IsSpace(r) }

// kindOf returns the kind of a character. In big words (vi's W) there are no signs.
func kindOf(r rune, big bool) kind {
	switch {
	case blank(r):
		return space
	case !big && r < 0x80 && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return sign
	}
	return letter
}

func kindAt(t Text, p wire.Position, big bool) kind { return kindOf(t.Line(p.Line).at(p.Col), big) }

// NextWord goes to the beginning of the next word (vi's w and W).
func (m *Mode) NextWord(t Text, big bool) {
	p := m.Cursor
	was := kindAt(t, p, big)
	for from := p.Line; p.Line-from < maxMotionLines; {
		q, broke, ok := next(t, p)
		if !ok {
			break
		}
		if broke {
			was = space
		}
		p = q
		now := kindAt(t, p, big)
		if now != space && now != was {
			break
		}
		was = now
	}
	m.Go(t, p)
}

// WordEnd goes to the end of this word or the next (vi's e and E), or to the position after it
// (emacs' M-f).
func (m *Mode) WordEnd(t Text, big bool) {
	p, ok := m.Cursor, true
	if !m.Between {
		p, _, ok = next(t, p)
	}
	for from := p.Line; ok && kindAt(t, p, big) == space && p.Line-from < maxMotionLines; {
		p, _, ok = next(t, p)
	}
	_, to := word(t, p, big)
	if m.Between {
		q, broke, ok := next(t, to)
		if to = after(t, to); ok && !broke {
			to = q
		}
	}
	m.Go(t, to)
}

// PreviousWord goes to the beginning of this word or the one before (vi's b and B).
func (m *Mode) PreviousWord(t Text, big bool) {
	p, _, ok := previous(t, m.Cursor)
	for from := p.Line; ok && kindAt(t, p, big) == space && from-p.Line < maxMotionLines; {
		p, _, ok = previous(t, p)
	}
	from, _ := word(t, p, big)
	m.Go(t, from)
}

// word returns the first and the last character of the word at p, or of the blanks at p, across
// wrapped lines.
func word(t Text, p wire.Position, big bool) (from, to wire.Position) {
	k := kindAt(t, p, big)
	from, to = p, p
	for {
		q, broke, ok := previous(t, from)
		if !ok || broke || kindAt(t, q, big) != k || p.Line-q.Line > maxMotionLines {
			break
		}
		from = q
	}
	for {
		q, broke, ok := next(t, to)
		if !ok || broke || kindAt(t, q, big) != k || q.Line-p.Line > maxMotionLines {
			break
		}
		to = q
	}
	return from, to
}

// Word returns the word under the cursor.
func (m *Mode) Word(t Text) string {
	from, to := word(t, m.Cursor, false)
	var out []rune
	for p := from; ; {
		r := t.Line(p.Line).at(p.Col)
		if blank(r) {
			return ""
		}
		out = append(out, r)
		if p == to {
			return string(out)
		}
		q, _, ok := next(t, p)
		if !ok {
			return string(out)
		}
		p = q
	}
}
