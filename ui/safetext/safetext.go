// Package safetext makes text that others wrote safe to draw: nothing in it does something to a
// terminal, and nothing changes the order of other characters. It knows neither colours nor widths of
// screens.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormer/session/grid"
)

// tabStop is how many columns a tab goes to.
const tabStop = 4

// Line is a text as it can be drawn in one row: tabs are blanks, and what does something to a
// terminal, or cannot be seen, is written in signs (^[, <U+202E>, <ff>).
func Line(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	begin := 0 // of what tabs count from
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

// plain reports whether a text is safe as it is.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// unseen reports whether a character cannot be seen: controls, and what changes the order of
// others. What joins letters, or makes one emoji of several, stays.
func unseen(r rune) bool {
	const nonJoiner, joiner = 0x200c, 0x200d
	return r != joiner && r != nonJoiner && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
