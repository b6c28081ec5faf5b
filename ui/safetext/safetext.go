// Package safetext makes foreign text safe to draw: it can neither control the terminal nor change
// the order of other characters. The package knows neither colours nor the widths of screens.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormer/session/grid"
)

// tabStop is the number of columns between tab stops.
const tabStop = 4

// Line returns a text that can be drawn in one row: tabs become blanks, and characters that control
// the terminal or cannot be seen are replaced by visible ones (^[, <U+202E>, <ff>).
func Line(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	begin := 0 // tab stops are counted from here
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<%02x>", text[0])
		case r == '\t':
			cols := grid.StringWidth(b.String()[begin:])
			b.WriteString(strings.Repeat(" ", tabStop-cols%tabStop))
			begin = b.Len()
		case r < 0x20:
			b.WriteByte('^')
			b.WriteByte(byte(r) ^ 0x40)
		case r == 0x7f:
			b.WriteString("^?")
		case unseen(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// plain reports whether a text is safe without changes.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// unseen reports whether a character is invisible: a control character, or one that changes the
// order of others. The characters that join letters, or make one emoji of several, are allowed.
func unseen(r rune) bool {
	const nonJoiner, joiner = 0x200c, 0x200d
	return r != joiner && r != nonJoiner && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
