package vt

import (
	"encoding/binary"
	"unicode/utf8"

	"dormer/session/grid"
)

// blockBytes is the size of a block's packed lines.
const blockBytes = 64 << 10

// blockSlack is the space that must be free for a line of usual length: see [block.full].
const blockSlack = 1 << 10

// block is a run of packed lines with separate styles and links, so that renumbering the
// palette does not change the history.
//
// A line is a head, uvarint(textBytes<<2 | wrapped<<1 | styled), and its text, as it
// would be printed. A styled line has its runs between the two: uvarint(count), and
// for each uvarint(length<<3 | kind) uvarint(style). The packed form of a line depends
// only on its cells. Trailing blanks are not kept.
type block struct {
	first  uint64
	data   []byte
	starts []uint16 // no line begins beyond blockBytes
	styles []grid.Style
	links  []grid.Link
	extra  int // bytes of the links' text
	marks  []blockMark
	// cols is the number of columns of the longest line; broken means that some line
	// continues in the next. They decide whether a new width affects the block.
	cols   int
	broken bool
}

// runKind is the kind of a run, which determines the unit of its length.
type runKind uint8

const (
	runBlank runKind = iota // erased cells
	runText                 // bytes of printed text
	// Cells that printing their text would not reproduce, each as the length of its text
	// and the text.
	runNarrow
	runWide
)

// The lower bits of a line's head.
const (
	styledBit  = 1
	wrappedBit = 2
)

const (
	styleBytes = 20
	linkBytes  = 32
	markBytes  = 20
)

func (b *block) end() uint64 { return b.first + uint64(len(b.starts)) }

// full reports whether the block has no room for a line of that many cells: its memory may
// not suffice, or its styles, links and marks take more than its text.
func (b *block) full(cells int) bool {
	return len(b.data) >= blockBytes-max(blockSlack, 4*cells) ||
		styleBytes*len(b.styles)+linkBytes*len(b.links)+b.extra+markBytes*len(b.marks) > 4*blockBytes
}

// size returns the memory of the block, in bytes.
func (b *block) size() int {
	return cap(b.data) + 2*cap(b.starts) + styleBytes*cap(b.styles) + linkBytes*cap(b.links) + b.extra + markBytes*cap(b.marks)
}

// close frees memory that a full block does not need.
func (b *block) close() {
	if cap(b.starts) > len(b.starts)+len(b.starts)/4+1024 {
		b.starts = append([]uint16(nil), b.starts...)
	}
}

// reset empties a block for reuse and keeps its memory if that is of the usual size.
func (b *block) reset() {
	clear(b.links) // so that their text is freed
	fresh := block{data: b.data[:0], starts: b.starts[:0]}
	if cap(b.data) > 2*blockBytes {
		fresh.data = nil
	}
	if styleBytes*cap(b.styles)+linkBytes*cap(b.links) <= blockBytes {
		fresh.styles, fresh.links = b.styles[:0], b.links[:0]
	}
	*b = fresh
}

// pop removes the last line.
func (b *block) pop() {
	n := len(b.starts) - 1
	b.data = b.data[:b.starts[n]]
	b.starts = b.starts[:n]
	b.marks = b.marks[:b.markFrom(n)]
}

// head reads the head of line i and returns the rest.
func (b *block) head(i int) (textLen int, wrapped, styled bool, rest []byte) {
	h, n := binary.Uvarint(b.data[b.starts[i]:])
	return int(h >> 2), h&wrappedBit != 0, h&styledBit != 0, b.data[int(b.starts[i])+n:]
}

// wrapped reports whether line i continues in the next: a bit of its first byte.
func (b *block) wrapped(i int) bool { return b.data[b.starts[i]]&wrappedBit != 0 }

// unpack appends the cells of line i to dst, in p's numbers.
func (b *block) unpack(i int, dst []grid.Cell, p *grid.Palette) (cells []grid.Cell, wrapped bool) {
	textLen, wrapped, styled, rest := b.head(i)
	if !styled {
		return appendPrinted(dst, rest[:textLen], 0, p), wrapped
	}
	count, n := binary.Uvarint(rest)
	runs := rest[n:]
	text := runs[skipUvarints(runs, 2*int(count)):]
	for ; count > 0; count-- {
		head, n := binary.Uvarint(runs)
		style, m := binary.Uvarint(runs[n:])
		runs = runs[n+m:]
		id := b.styleID(int(style), p)
		dst, text = unpackRun(dst, text, int(head>>3), runKind(head&7), id, p)
	}
	return dst, wrapped
}

func unpackRun(dst []grid.Cell, text []byte, length int, kind runKind, style uint16, p *grid.Palette) ([]grid.Cell, []byte) {
	switch kind {
	case runBlank:
		for range length {
			dst = append(dst, grid.Cell{Style: style})
		}
	case runText:
		return appendPrinted(dst, text[:length], style, p), text[length:]
	default:
		for range length {
			var char []byte
			char, text = nextExact(text)
			dst = appendExact(dst, char, kind, style, p)
		}
	}
	return dst, text
}

// nextExact returns the text of the first cell of a run of runNarrow or runWide, and the
// rest.
func nextExact(text []byte) (char, rest []byte) {
	size := 1 + int(text[0])
	return text[1:size], text[size:]
}

func appendExact(dst []grid.Cell, char []byte, kind runKind, style uint16, p *grid.Palette) []grid.Cell {
	c := grid.Cell{Style: style}
	if r, n := utf8.DecodeRune(char); n == len(char) {
		c.Char = uint32(r)
	} else {
		c.Char = p.ClusterBytes(char)
	}
	if kind == runNarrow {
		return append(dst, c)
	}
	c.Flags = grid.Wide
	return append(dst, c, grid.Cell{Style: style, Flags: grid.Tail})
}

func skipUvarints(p []byte, count int) int {
	i := 0
	for ; count > 0; i++ {
		if p[i] < 0x80 {
			count--
		}
	}
	return i
}

// styleID interns style i of the block in p.
func (b *block) styleID(i int, p *grid.Palette) uint16 {
	if i == 0 {
		return 0
	}
	s := b.styles[i-1]
	if s.Link != 0 {
		s.Link = p.LinkID(b.links[s.Link-1])
	}
	return p.StyleID(s)
}
