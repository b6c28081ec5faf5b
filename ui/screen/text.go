package screen

import (
	"unicode"
	"unicode/utf8"

	"dormer/session/grid"
)

// Text draws s into row y from column x, clipped to [x, end), and returns the column after the
// last drawn cell. Widths are those of [dormer/session/grid]. Control, format and bidirectional
// characters are dropped; a wide character that does not fit becomes a blank.
func (b *Buffer) Text(y, x, end int, s string, st grid.Style) int {
	p := b.pen(y, x, end, st)
	p.write(s)
	return p.x
}

// pen draws clusters one after the other into a range of a row.
type pen struct {
	b     *Buffer
	row   []grid.Cell
	y     int
	x     int // the next column; may be negative
	end   int
	style uint16
}

// pen returns a pen at (y, x) that draws nothing at or right of end.
func (b *Buffer) pen(y, x, end int, st grid.Style) pen {
	p := pen{b: b, y: y, x: x, end: min(end, b.cols), style: b.palette.StyleID(st)}
	if y >= 0 && y < b.rows {
		p.row = b.lines[y]
	}
	return p
}

// write draws s up to end.
func (p *pen) write(s string) {
	for s != "" && p.x < p.end {
		if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			if c >= 0x20 && c != 0x7f {
				p.put(uint32(c), 1)
			}
			s = s[1:]
			continue
		}
		cluster, width := grid.NextCluster(s)
		s = s[len(cluster):]
		p.cluster(cluster, width)
	}
}

// cluster draws one grapheme cluster, without runes that may not be drawn.
func (p *pen) cluster(cluster string, width int) {
	if !drawable(cluster) {
		cluster = printable(cluster)
		width = grid.Width(cluster)
	}
	if width <= 0 || cluster == "" {
		return
	}
	if r, n := utf8.DecodeRuneInString(cluster); n == len(cluster) {
		p.put(uint32(r), width)
		return
	}
	p.put(p.b.palette.ClusterChar(cluster), width)
}

// writeOnce draws one character. If an edge cuts it, it becomes blanks.
func (p *pen) put(char uint32, width int) {
	from, to := max(p.x, 0), min(p.x+width, p.end)
	whole := from == p.x && to == p.x+width
	p.x += width
	if p.x > p.end {
		p.x = p.end
	}
	if p.row == nil || from >= to {
		return
	}
	p.b.cut(p.y, from, to)
	if !whole {
		p.row[from] = grid.Cell{Style: p.style}
		return
	}
	p.row[from] = grid.Cell{Char: char, Style: p.style}
	if width == 2 {
		p.row[from].Flags = grid.Wide
		p.row[from+1] = grid.Cell{Style: p.style, Flags: grid.Tail}
	}
}

// drawable reports whether every rune of a cluster may be drawn: no control characters, nothing
// that reorders text, and format characters only within a cluster, where they select a glyph.
func drawable(cluster string) bool {
	for i, r := range cluster {
		if !drawableRune(r, i > 0) || r == utf8.RuneError {
			return false
		}
	}
	return true
}

// drawableRune reports whether r may be drawn; joined is set if it follows another rune of its
// cluster.
func drawableRune(r rune, joined bool) bool {
	if r < 0x300 {
		return r >= 0x20 && r < 0x7f || r >= 0xa0 && r != 0xad
	}
	if uint32(r)-0x2500 < 0xa0 || uint32(r)-0x4e00 < 0x5200 {
		return true // boxes and ideographs, without a table lookup
	}
	if joined && (r == 0x200c || r == 0x200d || r >= 0xe0020 && r <= 0xe007f) {
		return true
	}
	return !unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs)
}

// printable returns cluster without the runes that may not be drawn; bytes that are not
// UTF-8 become replacement characters.
func printable(cluster string) string {
	out := make([]rune, 0, len(cluster))
	for _, r := range cluster {
		if drawableRune(r, len(out) > 0) {
			out = append(out, r)
		}
	}
	return string(out)
}
