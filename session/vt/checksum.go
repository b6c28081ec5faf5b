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
		row := t.scr.row(y)
		for x := a.left; x < a.right; x++ {
			c := row[x]
			unwritten := c.Char == 0 && c.Flags&grid.Tail == 0
			if unwritten && (mode&sumWritten != 0 || !first && mode&sumBlanks == 0) {
				continue
			}
			sum += t.cellSum(row, x)
			first = false
		}
	}
	if mode&sumPositive == 0 {
		sum = -sum
	}
	return sum
}

// cellSum is what one cell adds: its character, and something for each attribute.
func (t *Terminal) cellSum(row []grid.Cell, x int) int {
	n := t.charSum(row, x)
	if t.sums&sumPlain != 0 {
		return n
	}
	style := t.palette.Style(row[x].Style)
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

// charSum is what a cell's character adds: the low 8 bits of it or, where XTCHECKSUM asks
// for them, all. Marks count as in xterm 379: where blanks do and not all bits, and those
// on a wide character in its second half.
func (t *Terminal) charSum(row []grid.Cell, x int) int {
	c := row[x]
	n := t.baseOf(c)
	if t.sums&sumWholeRunes != 0 {
		return n
	}
	n &= 0xff
	if t.sums&sumBlanks == 0 {
		return n
	}
	if c.Flags&grid.Tail != 0 && x > 0 {
		return n + t.marksOf(row[x-1])
	}
	if c.Flags&grid.Wide == 0 {
		n += t.marksOf(c)
	}
	return n
}

// baseOf is the first code point of a cell; xterm's word for the second half of a wide
// character is 0xffff.
func (t *Terminal) baseOf(c grid.Cell) int {
	switch {
	case c.Flags&grid.Tail != 0:
		return 0xffff
	case c.Char == 0:
		return ' '
	case c.Char < grid.ClusterBit:
		return int(c.Char)
	}
	t.scratch = t.palette.AppendText(t.scratch[:0], c)
	r, _ := utf8.DecodeRune(t.scratch)
	return int(r)
}

// marksOf is the sum of the code points of a cell behind the first.
func (t *Terminal) marksOf(c grid.Cell) int {
	if c.Char < grid.ClusterBit {
		return 0
	}
	n := -t.baseOf(c)
	for _, r := range string(t.scratch) {
		n += int(r)
	}
	return n
}
