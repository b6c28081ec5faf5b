package vt

import "encoding/binary"

// The text of packed lines, and the columns of its bytes.

// dataEnd returns the end of the packed lines before line i.
func (b *block) dataEnd(i int) int {
	if i < len(b.starts) {
		return int(b.starts[i])
	}
	return len(b.data)
}

// textAt returns the range of line i's text in the packed data. direct means that the line
// shows exactly that text and does not continue in the next line.
func (b *block) textAt(i int) (from, to int, direct bool) {
	at := int(b.starts[i])
	head, n := binary.Uvarint(b.data[at:])
	at += n
	size := int(head >> 2)
	direct = head&wrappedBit == 0
	if head&styledBit != 0 {
		count, n := binary.Uvarint(b.data[at:])
		at += n
		for ; count > 0; count-- {
			run, n := binary.Uvarint(b.data[at:])
			at += n
			at += skipUvarints(b.data[at:], 1)
			direct = direct && runKind(run&7) == runText
		}
	}
	return at, at + size, direct
}

// runsOf returns the runs of line i, and its text. A line without styles has none.
func (b *block) runsOf(i int) (count int, runs, text []byte) {
	size, _, styled, rest := b.head(i)
	if !styled {
		return 0, nil, rest[:size]
	}
	n, m := binary.Uvarint(rest)
	runs = rest[m:]
	text = runs[skipUvarints(runs, 2*int(n)):]
	return int(n), runs, text[:size]
}

// characters calls f for the characters of line i, until it returns false.
func (b *block) characters(i int, f func(char []byte, width int) bool) {
	count, runs, text := b.runsOf(i)
	if runs == nil {
		printedCharacters(text, f)
		return
	}
	for on := true; on && count > 0; count-- {
		head, n := binary.Uvarint(runs)
		runs = runs[n:]
		runs = runs[skipUvarints(runs, 1):]
		length, kind := int(head>>3), runKind(head&7)
		if kind == runText {
			on = printedCharacters(text[:length], f)
			text = text[length:]
			continue
		}
		for ; on && length > 0; length-- {
			char, width := blankChar, 1
			if kind != runBlank {
				char, text = nextExact(text)
			}
			if kind == runWide {
				width = 2
			}
			on = f(char, width)
		}
	}
}

var blankChar = []byte{' '}

// printedCharacters calls f for the characters of printed text until f returns false, and
// returns true if f never did.
func printedCharacters(text []byte, f func(char []byte, width int) bool) bool {
	for len(text) > 0 {
		size, width := nextPrinted(text)
		if !f(text[:size], width) {
			return false
		}
		text = text[size:]
	}
	return true
}

// appendText appends the text of line i.
func (b *block) appendText(dst []byte, i int) []byte {
	if from, to, _ := b.textAt(i); b.data[b.starts[i]]&styledBit == 0 {
		return append(dst, b.data[from:to]...)
	}
	b.characters(i, func(char []byte, _ int) bool {
		dst = append(dst, char...)
		return true
	})
	return dst
}

// column returns the column of a byte of line i's text: that of its character, or if
// after is set, the column after the preceding character.
func (b *block) column(i, at int, after bool) int {
	var c counter
	b.characters(i, func(char []byte, width int) bool {
		return !c.add(len(char), width, at, after)
	})
	return c.col
}
