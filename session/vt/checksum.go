package vt

import (
	"fmt"
	"unicode/utf8"

	"dormer/session/grid"
)

// checksumMode says how DECRQCRA sums up, in the bits of XTCHECKSUM (xterm ctlseqs):
// none of them is what the VT520 does.
type checksumMode uint8

const (
	sumPositive   checksumMode = 1 << iota // does not negate
	sumPlain                               // leaves attributes out
	sumBlanks                              // counts what was never written as blanks
	sumWritten                             // counts only what was written
	sumWholeRunes                          // takes more than 8 bits of a character
)

// sumAttributes are what the VT520 adds to a cell's character for its attributes.
// It adds something for protection too; xterm does not, and programs that read the
// screen in this way count on that.
var sumAttributes = []struct {
	attr  grid.Attrs
	value int
}{{grid.Conceal, 0x08}, {grid.Reverse, 0x20}, {grid.Blink | grid.Rapid, 0x40}, {grid.Bold, 0x80}}

const sumUnderline = 0x10

// reportChecksum answers DECRQCRA, CSI Pid ; Pp ; Pt ; Pl ; Pb ; Pr * y, with the
// 16-bit sum of a rectangle: DCS Pid ! ~ hhhh ST. Of what the child chose, the
// answer holds one number.
func (t *Terminal) reportChecksum() {
	if len(t.replies) > maxReplies/2 { // nobody reads: the work is not worth it
		return
	}
	sum := 0
	if a, ok := t.params4(2); ok {
		sum = t.checksum(a)
	}
	t.reply(fmt.Sprintf("\x1bP%d!~%04X\x1b\\", t.parser.param(0, 0), uint16(sum)))
}

// checksum sums up a rectangle. What was never written, or was erased, counts as a
// blank in the first cell and else not at all.
func (t *Terminal) checksum(a area) int {
	mode, sum := t.sums, 0
	first := true
	for y := a.top; y < a.bottom; y++ {
		for _, c := range t.scr.row(y)[a.left:a.right] {
			unwritten := c.Char == 0 && c.Flags&grid.Tail == 0
			if unwritten && (mode&sumWritten != 0 || !first && mode&sumBlanks == 0) {
				continue
			}
			sum += t.cellSum(c)
			first = false
		}
	}
	if mode&sumPositive == 0 {
		sum = -sum
	}
	return sum
}

// cellSum is what one cell adds: its character, and something for each attribute.
func (t *Terminal) cellSum(c grid.Cell) int {
	n := t.charSum(c)
	if t.sums&sumPlain != 0 {
		return n
	}
	style := t.palette.Style(c.Style)
	for _, a := range sumAttributes {
		if style.Attrs&a.attr != 0 {
			n += a.value
		}
	}
	if style.Underline != grid.NoUnderline {
		n += sumUnderline
	}
	return n
}

// charSum is the sum of a cell's code points, or the low 8 bits of the first.
func (t *Terminal) charSum(c grid.Cell) int {
	whole := t.sums&sumWholeRunes != 0
	switch {
	case c.Flags&grid.Tail != 0:
		return 0
	case c.Char == 0:
		return ' '
	case c.Char < grid.ClusterBit && whole:
		return int(c.Char)
	case c.Char < grid.ClusterBit:
		return int(c.Char & 0xff)
	}
	t.scratch = t.palette.AppendText(t.scratch[:0], c)
	if !whole {
		r, _ := utf8.DecodeRune(t.scratch)
		return int(r & 0xff)
	}
	n := 0
	for _, r := range string(t.scratch) {
		n += int(r)
	}
	return n
}
