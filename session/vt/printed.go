package vt

import (
	"encoding/binary"
	"unicode/utf8"

	"dormer/session/grid"
)

// Printed text is the shortest form of cells: text that reproduces them when it is printed
// from the left into a blank row. It needs neither widths nor bounds of clusters, and can
// be searched directly. Ambiguous characters are narrow in it.

// nextPrinted returns the length in bytes and the columns of the first character of
// printed text.
func nextPrinted(text []byte) (size, width int) {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1
	}
	r, n := peekRune(text)
	p := grid.PropertiesOf(r)
	size, width = gather(text, n, p), p.Width()
	if size > n && width == 1 && grid.WantsEmoji(r) {
		if next, _ := peekRune(text[n:]); next == grid.EmojiSelector {
			width = 2
		}
	}
	return size, width
}

// appendPrinted appends the cells of printed text in a style to dst.
func appendPrinted(dst []grid.Cell, text []byte, style uint16, p *grid.Palette) []grid.Cell {
	for len(text) > 0 {
		if n := asciiPrefix(text); n > 0 {
			if n < len(text) { // the last character may have a mark
				n--
			}
			for _, c := range text[:n] {
				dst = append(dst, grid.Cell{Char: uint32(c), Style: style})
			}
			if text = text[n:]; len(text) == 0 {
				break
			}
		}
		size, width := nextPrinted(text)
		c := grid.Cell{Style: style}
		if r, n := peekRune(text); n == size {
			c.Char = uint32(r)
		} else {
			c.Char = p.ClusterBytes(text[:size])
		}
		if text = text[size:]; width == 1 {
			dst = append(dst, c)
			continue
		}
		c.Flags = grid.Wide
		dst = append(dst, c, grid.Cell{Style: style, Flags: grid.Tail})
	}
	return dst
}

// asciiPrefix returns the number of bytes of ASCII at the start of b.
func asciiPrefix(b []byte) (n int) {
	for ; n+8 <= len(b); n += 8 {
		if binary.LittleEndian.Uint64(b[n:])&0x8080808080808080 != 0 {
			break
		}
	}
	for n < len(b) && b[n] < utf8.RuneSelf {
		n++
	}
	return n
}
