package screen

import (
	"unicode"
	"unicode/utf8"

	"dormer/session/grid"
)

// narrowRanges are common code points above Latin-1 that all terminals draw in one column.
var narrowRanges = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0100, Hi: 0x02ff, Stride: 1}, // Latin
	{Lo: 0x0370, Hi: 0x0377, Stride: 1}, // Greek, without unassigned code points
	{Lo: 0x037a, Hi: 0x037f, Stride: 1},
	{Lo: 0x0384, Hi: 0x038a, Stride: 1},
	{Lo: 0x038c, Hi: 0x038c, Stride: 1},
	{Lo: 0x038e, Hi: 0x03a1, Stride: 1},
	{Lo: 0x03a3, Hi: 0x0482, Stride: 1}, // Greek, Cyrillic
	{Lo: 0x048a, Hi: 0x052f, Stride: 1}, // Cyrillic
	{Lo: 0x2010, Hi: 0x2027, Stride: 1}, // dashes, quotes, bullet, ellipsis
	{Lo: 0x2030, Hi: 0x205e, Stride: 1}, // other punctuation
	{Lo: 0x2190, Hi: 0x2193, Stride: 1}, // arrows that are not emoji
	{Lo: 0x2500, Hi: 0x259f, Stride: 1}, // boxes and blocks
	{Lo: 0x2800, Hi: 0x28ff, Stride: 1}, // Braille, as charts use it
}}

// wideRanges are code points that all terminals draw in two columns.
var wideRanges = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x3001, Hi: 0x3029, Stride: 1}, // CJK punctuation
	{Lo: 0x3041, Hi: 0x3096, Stride: 1}, // Hiragana
	{Lo: 0x30a1, Hi: 0x30ff, Stride: 1}, // Katakana
	{Lo: 0x3400, Hi: 0x4dbf, Stride: 1}, // ideographs
	{Lo: 0x4e00, Hi: 0x9fff, Stride: 1}, // ideographs
	{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
	{Lo: 0xf900, Hi: 0xfa6d, Stride: 1}, // compatibility ideographs
	{Lo: 0xff01, Hi: 0xff60, Stride: 1}, // full-width forms
}, R32: []unicode.Range32{
	{Lo: 0x20000, Hi: 0x2a6d6, Stride: 1}, // ideographs, without unassigned code points
	{Lo: 0x2a700, Hi: 0x2b734, Stride: 1},
	{Lo: 0x2b740, Hi: 0x2b81d, Stride: 1},
	{Lo: 0x2b820, Hi: 0x2cea1, Stride: 1},
	{Lo: 0x2ceb0, Hi: 0x2ebe0, Stride: 1},
	{Lo: 0x2f800, Hi: 0x2fa1d, Stride: 1},
}}

// hasCertainWidth reports whether all terminals agree on the width of c. They differ on emoji,
// symbols with an emoji form, private use characters, and clusters of several code points.
func hasCertainWidth(c grid.Cell) bool {
	switch {
	case c.Char < 0x300:
		return c.Flags&grid.Wide == 0
	case c.Char&grid.ClusterBit != 0:
		return false
	case c.Flags&grid.Wide != 0:
		return unicode.Is(wideRanges, rune(c.Char))
	}
	return unicode.Is(narrowRanges, rune(c.Char))
}

// ambiguous reports whether East Asian terminals may draw c in two columns.
func ambiguous(c grid.Cell) bool {
	return c.Char >= 0x80 && c.Char < grid.ClusterBit && grid.RuneIsAmbiguous(rune(c.Char))
}

// cleanRow replaces cells that must not be written with blanks: halves of characters, and code
// points that are not printable. Tails take the style of their character, so that equal
// characters have equal tails.
func cleanRow(row []grid.Cell, p *grid.Palette) {
	for x := 0; x < len(row); x++ {
		c := &row[x]
		if c.Char-0x20 < 0x5f && c.Flags == 0 {
			continue
		}
		if c.Char == 0 && c.Flags == 0 {
			continue
		}
		x += cleanCell(row, x, p) - 1
	}
}

// cleanCell cleans the character at column x and returns its number of columns.
func cleanCell(row []grid.Cell, x int, p *grid.Palette) int {
	c := &row[x]
	wide := c.Flags&grid.Wide != 0
	whole := !wide || !c.Blank() && x+1 < len(row) && row[x+1].Flags&grid.Tail != 0
	if c.Flags&grid.Tail != 0 || !whole || !fits(*c, p) {
		*c = grid.Cell{Style: c.Style}
		return 1
	}
	c.Flags &= grid.Wide
	if !wide {
		return 1
	}
	row[x+1] = grid.Cell{Style: c.Style, Flags: grid.Tail}
	return 2
}

// fits reports whether a cell's character may be written: it takes as many columns as the
// cell has, or may be drawn wide.
func fits(c grid.Cell, p *grid.Palette) bool {
	switch {
	case c.Char < 0x7f:
		return c.Flags&grid.Wide == 0 && (c.Char >= 0x20 || c.Char == 0)
	case c.Char&grid.ClusterBit != 0:
		var buf [grid.MaxClusterBytes]byte
		text := p.AppendText(buf[:0], c)
		first, _ := utf8.DecodeRune(text)
		return takes(c, grid.Width(string(text)), first)
	case c.Char > unicode.MaxRune:
		return false
	}
	r := rune(c.Char)
	return drawableRune(r, false) && takes(c, grid.RuneWidth(r), r)
}

// takes reports whether a character of that width, beginning with r, fills c.
func takes(c grid.Cell, width int, r rune) bool {
	return width == c.Width() || width == 1 && c.Width() == 2 && grid.RuneIsAmbiguous(r)
}
