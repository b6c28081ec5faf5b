package vt

import (
	"fmt"
	"unicode/utf8"

	"dormer/session/grid"
)

// checksumMode selects the sum of DECRQCRA, in the bits of XTCHECKSUM (xterm ctlseqs).
// Zero is the sum of the VT520.
type checksumMode uint8

const (
	sumPositive   checksumMode = 1 << iota // does not negate
	sumPlain                               // leaves attributes out
	sumBlanks                              // counts unwritten cells as blanks
	sumWritten                             // counts only written cells
	sumWholeRunes                          // takes more than 8 bits of a character
)

// sumAttributes are the values that the VT520 adds to a cell's character for its
// attributes. It adds one for protection too, but xterm does not, and programs that read
// the screen in this way rely on xterm.
var sumAttributes = []struct {
	attr  grid.Attrs
	value int
}{{grid.Conceal, 0x08}, {grid.Reverse, 0x20}, {grid.Blink | grid.Rapid, 0x40}, {grid.Bold, 0x80}}

const sumUnderline = 0x10

// reportChecksum answers DECRQCRA, CSI Pid ; Pp ; Pt ; Pl ; Pb ; Pr * y, with the
// 16-bit sum of a rectangle: DCS Pid ! ~ hhhh ST. The child chooses only a number in the
// answer.
func (t *Terminal) reportChecksum() {
	if len(t.replies) > maxReplies/2 { // the child does not read its answers
		return
	}
	sum := 0
	if a, ok := t.params4(2); ok {
		sum = t.checksum(a)
	}
	t.reply(fmt.Sprintf("\x1bP%d!~%04X\x1b\\", t.parser.param(0, 0), uint16(sum)))
}

// checksum returns the sum of a rectangle. Cells that were never written, or were erased,
// do not count; the first cell always counts.
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

// cellSum returns the value of a cell: its character and its attributes.
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

// charSum returns the value of a cell's character: its low 8 bits or, with sumWholeRunes,
// all. As in xterm 379, combining marks count only with sumBlanks and without
// sumWholeRunes; those on a wide character count in its second half.
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

// baseOf returns the first code point of a cell; 0xffff for the second half of a wide
// character, as in xterm.
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

// marksOf returns the sum of the code points of a cell after the first.
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
