package host

import (
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// lineOf returns the cells of a line by its absolute number, in the history or on the screen, up to
// the last that is not blank, and none for an unknown line. buf is used if the cells must be
// unpacked.
func lineOf(t *vt.Terminal, n uint64, buf []grid.Cell) (cells []grid.Cell, wrapped bool) {
	_, end := t.History()
	if n < end {
		return t.HistoryLine(n, buf)
	}
	rows, _ := t.Size()
	if n-end >= uint64(rows) {
		return nil, false
	}
	y := int(n - end)
	return trim(t.Row(y)), t.Wrapped(y)
}

// textEnd returns the number of the line after the screen's last row.
func textEnd(t *vt.Terminal) uint64 {
	_, end := t.History()
	rows, _ := t.Size()
	return end + uint64(rows)
}

// maxCopyLines limits the lines that are copied at a time, since many cells may contain little
// text.
const maxCopyLines = 1024

// maxPart limits a part that ends in blanks, in bytes.
const maxPart = 8 * wire.MaxAnswerBytes

// copying is text that is copied in parts, so that a long one does not delay others.
type copying struct {
	wire.Copy
	begun bool
	at    uint64 // the next line
	cells []grid.Cell
	text  grid.Excerpt
}

// next returns the next part; More is false in the last one.
func (c *copying) next(t *vt.Terminal) wire.CopyReply {
	if !c.begun {
		c.begin()
	}
	first, _ := t.History()
	c.at = max(c.at, first)
	for n := 0; c.at <= c.End.Line && c.at < textEnd(t); n++ {
		whole := c.text.Whole() || c.text.Len() >= maxPart // blanks at the end may have to be removed
		if whole && (n >= maxCopyLines || c.text.Len() >= wire.MaxAnswerBytes) {
			return wire.CopyReply{Tag: c.Tag, Text: c.text.Take(), More: true}
		}
		c.add(t)
		c.at++
	}
	return wire.CopyReply{Tag: c.Tag, Text: c.text.Take()}
}

func (c *copying) begin() {
	c.begun = true
	c.at = c.First.Line
	c.First.Col, c.End.Col = max(c.First.Col, 0), max(c.End.Col, 0)
	if c.Block && c.End.Col < c.First.Col {
		c.First.Col, c.End.Col = c.End.Col, c.First.Col
	}
	c.text.Block = c.Block
}

// add adds the requested part of the next line.
func (c *copying) add(t *vt.Terminal) {
	var wrapped bool
	c.cells, wrapped = lineOf(t, c.at, c.cells)
	from, to := c.Columns(c.at, len(c.cells))
	c.text.Add(t.Palette(), c.cells, from, to, wrapped, c.at == c.End.Line)
}

// textBetween returns the text between two positions, in one line of at most limit bytes.
func textBetween(t *vt.Terminal, first, end wire.Position, limit int) string {
	end.Line = min(end.Line, first.Line+uint64(limit))
	c := copying{Copy: wire.Copy{First: first, End: end}}
	part := c.next(t)
	return oneLine(part.Text, limit)
}
