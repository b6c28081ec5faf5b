package host

import (
	"slices"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// encoder turns rows of cells into lines of a frame or an answer, and collects
// the styles that they use. It may be used again after begin.
type encoder struct {
	palette *grid.Palette
	styles  []wire.Style
	numbers []uint32 // from the palette's style to the frame's, 0 for none
	used    []uint16 // the styles that have a number
	// recolor applies the colours that the child has set; nil if it set none. If filled is set,
	// blank cells are visible too, up to column cols.
	recolor func(grid.Style) grid.Style
	filled  bool
	cols    int
	text    []byte
	spans   []encodedSpan // of all lines
	counts  []int         // number of spans of each line
}

// encodedSpan is a span whose text ends at offset end of the encoder's text.
type encodedSpan struct {
	style, cols, end int32
	kind             wire.SpanKind
}

// maxKeptSpans is the number of spans, or styles, for which an encoder keeps memory: enough
// for a screen in many colours. Every viewer has an encoder.
const maxKeptSpans = 1 << 10

// begin starts a new frame or answer with cells of t.
func (e *encoder) begin(t *vt.Terminal) {
	e.palette = t.Palette()
	e.styles = nil
	e.text, e.spans, e.counts = e.text[:0], e.spans[:0], e.counts[:0]
	e.recolor, e.filled = nil, false
	if t.Recolored() {
		e.recolor = t.Recolor
		e.filled = t.Recolor(grid.Style{}) != grid.Style{}
		_, e.cols = t.Size()
	}
	for _, style := range e.used {
		e.numbers[style] = 0
	}
	e.used = e.used[:0]
}

// add encodes the cells of the next line and returns the number of their spans. Blank cells in the
// default style at the line's end are left out.
func (e *encoder) add(cells []grid.Cell) (spans int) {
	cells = e.visible(cells)
	before := len(e.spans)
	for x := 0; x < len(cells); {
		x += e.span(cells[x:])
	}
	spans = len(e.spans) - before
	e.counts = append(e.counts, spans)
	return spans
}

// drop removes the last line added, which has no spans.
func (e *encoder) drop() { e.counts = e.counts[:len(e.counts)-1] }

// visible returns a row without trailing invisible cells, or, if all cells are visible, filled up
// to the screen's width.
func (e *encoder) visible(cells []grid.Cell) []grid.Cell {
	if !e.filled {
		return trim(cells)
	}
	if len(cells) >= e.cols {
		return cells
	}
	row := make([]grid.Cell, e.cols)
	copy(row, cells)
	return row
}

// take sets the spans of the lines that were added since begin. All texts share one string,
// and all spans one slice.
func (e *encoder) take(lines []wire.Line) {
	text, spans := string(e.text), make([]wire.Span, len(e.spans))
	from := int32(0)
	for i, s := range e.spans {
		spans[i] = wire.Span{Style: int(s.style), Kind: s.kind, Cols: int(s.cols), Text: text[from:s.end]}
		from = s.end
	}
	for i, n := range e.counts {
		if n > 0 {
			lines[i].Spans, spans = spans[:n:n], spans[n:]
		}
	}
	if cap(e.spans) > maxKeptSpans {
		e.text, e.spans, e.counts = nil, nil, nil
	}
	if cap(e.numbers) > maxKeptSpans {
		e.numbers, e.used = nil, nil
	}
}

// span adds the first span of cells and returns its columns.
func (e *encoder) span(cells []grid.Cell) int {
	kind, cols := kindOf(cells)
	style := cells[0].Style
	e.text = e.appendText(e.text, cells[0], kind)
	if kind == wire.Narrow {
		cols += e.ascii(cells[cols:], style)
	}
	if kind != wire.Cluster {
		for cols < len(cells) && cells[cols].Style == style {
			k, n := kindOf(cells[cols:])
			if k != kind {
				break
			}
			e.text = e.appendText(e.text, cells[cols], kind)
			cols += n
		}
	}
	e.spans = append(e.spans, encodedSpan{style: int32(e.number(style)), kind: kind, cols: int32(cols), end: int32(len(e.text))})
	return cols
}

// ascii adds the run of ASCII in one style at the start of cells, and returns its columns. Most of
// a screen consists of such runs.
func (e *encoder) ascii(cells []grid.Cell, style uint16) int {
	for x, c := range cells {
		if c.Style != style || c.Char-' ' > '~'-' ' || c.Flags&(grid.Wide|grid.Tail) != 0 {
			return x
		}
		e.text = append(e.text, byte(c.Char))
	}
	return len(cells)
}

func (e *encoder) appendText(text []byte, c grid.Cell, kind wire.SpanKind) []byte {
	if kind == wire.Blank {
		return text
	}
	if c.Char > ' ' && c.Char < 0x7f {
		return append(text, byte(c.Char))
	}
	return e.palette.AppendText(text, c)
}

// kindOf returns the kind of span for the first character of cells, and its columns.
func kindOf(cells []grid.Cell) (wire.SpanKind, int) {
	c := cells[0]
	cols := 1
	if c.Flags&grid.Wide != 0 && len(cells) > 1 && cells[1].Flags&grid.Tail != 0 {
		cols = 2
	}
	switch {
	case c.Char == 0 || c.Flags&grid.Tail != 0:
		return wire.Blank, 1
	case c.Char&grid.ClusterBit != 0:
		return wire.Cluster, cols
	case cols == 2:
		return wire.Wide, cols
	}
	return wire.Narrow, cols
}

// number returns the frame's number of a style of the palette.
func (e *encoder) number(style uint16) int {
	if style == 0 && !e.filled {
		return 0
	}
	if int(style) < len(e.numbers) {
		if n := e.numbers[style]; n != 0 {
			return int(n)
		}
	}
	if len(e.styles) == 0 {
		e.styles = append(e.styles, wire.Style{})
	}
	s := e.palette.Style(style)
	link := e.palette.Link(s.Link)
	s.Link = 0
	if e.recolor != nil {
		s = e.recolor(s)
	}
	n := len(e.styles)
	e.styles = append(e.styles, wire.Style{Style: s, Hyperlink: link})
	if int(style) >= len(e.numbers) {
		e.numbers = slices.Grow(e.numbers, int(style)+1-len(e.numbers))[:int(style)+1]
	}
	e.numbers[style] = uint32(n)
	e.used = append(e.used, style)
	return n
}

// blanks lets trim compare several cells at a time: most of most rows is blank.
var blanks [16]grid.Cell

// trim returns cells without the trailing ones that are blank in the default style.
func trim(cells []grid.Cell) []grid.Cell {
	n := len(cells)
	for n >= len(blanks) && *(*[len(blanks)]grid.Cell)(cells[n-len(blanks):]) == blanks {
		n -= len(blanks)
	}
	for n > 0 && cells[n-1].Char == 0 && cells[n-1].Style == 0 && cells[n-1].Flags&grid.Tail == 0 {
		n--
	}
	return cells[:n]
}
