package vt

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"dormer/session/grid"
)

// blockBytes is the size of a block's packed lines.
const blockBytes = 64 << 10

// block is a stretch of packed lines with its own styles and links, so that
// renumbering the palette leaves history alone.
//
// A line is a head, uvarint(textBytes<<2 | wrapped<<1 | styled), and its text in
// UTF-8, one code point a cell. A styled line has its runs between the two:
// uvarint(count), and for each uvarint(cells<<3 | kind) uvarint(style). The text
// of a cluster is preceded by its length. Trailing blanks are not kept.
type block struct {
	first  uint64
	data   []byte
	starts []uint16 // no line begins beyond blockBytes
	styles []grid.Style
	links  []grid.Link
	extra  int // bytes of the links' text
	marks  []blockMark
	// cols is the number of columns of the longest line; broken says that a line
	// goes on in the next: what a new width needs to know.
	cols   int
	broken bool
}

// runKind says how the cells of a run are packed.
type runKind uint8

const (
	runBlank  runKind = iota // erased cells
	runNarrow                // one code point a column
	runWide                  // one code point every two columns
	runCluster
	runWideCluster
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

// full reports whether the block should take no line of that many cells any more:
// the rest of its memory may be too small, or its styles, links and marks take
// more than its text.
func (b *block) full(cells int) bool {
	return len(b.data) >= blockBytes-max(1024, 4*cells) ||
		styleBytes*len(b.styles)+linkBytes*len(b.links)+b.extra+markBytes*len(b.marks) > 4*blockBytes
}

// size is what the block takes in memory.
func (b *block) size() int {
	return cap(b.data) + 2*cap(b.starts) + styleBytes*cap(b.styles) + linkBytes*cap(b.links) + b.extra + markBytes*cap(b.marks)
}

// close gives back what a filled block does not need.
func (b *block) close() {
	if cap(b.starts) > len(b.starts)+len(b.starts)/4+1024 {
		b.starts = append([]uint16(nil), b.starts...)
	}
}

// reset empties a block for its next use, keeping its memory where that is of
// the usual size.
func (b *block) reset() {
	clear(b.links) // their text is to be forgotten
	fresh := block{data: b.data[:0], starts: b.starts[:0]}
	if cap(b.data) > 2*blockBytes {
		fresh.data = nil
	}
	if styleBytes*cap(b.styles)+linkBytes*cap(b.links) <= blockBytes {
		fresh.styles, fresh.links = b.styles[:0], b.links[:0]
	}
	*b = fresh
}

// pop takes the last line away.
func (b *block) pop() {
	n := len(b.starts) - 1
	b.data = b.data[:b.starts[n]]
	b.starts = b.starts[:n]
	b.marks = b.marks[:b.markFrom(n)]
}

// head reads the head of line i and returns what follows.
func (b *block) head(i int) (textLen int, wrapped, styled bool, rest []byte) {
	h, n := binary.Uvarint(b.data[b.starts[i]:])
	return int(h >> 2), h&wrappedBit != 0, h&styledBit != 0, b.data[int(b.starts[i])+n:]
}

// wrapped reports whether line i goes on in the next: a bit of its first byte.
func (b *block) wrapped(i int) bool { return b.data[b.starts[i]]&wrappedBit != 0 }

// unpack appends the cells of line i to dst, in p's numbers.
func (b *block) unpack(i int, dst []grid.Cell, p *grid.Palette) (cells []grid.Cell, wrapped bool) {
	textLen, wrapped, styled, rest := b.head(i)
	if !styled {
		text := rest[:textLen]
		for len(text) > 0 {
			r, n := nextRune(text)
			dst = append(dst, grid.Cell{Char: uint32(r)})
			text = text[n:]
		}
		return dst, wrapped
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

func unpackRun(dst []grid.Cell, text []byte, cells int, kind runKind, style uint16, p *grid.Palette) ([]grid.Cell, []byte) {
	for ; cells > 0; cells-- {
		c := grid.Cell{Style: style}
		switch kind {
		case runNarrow, runWide:
			r, n := nextRune(text)
			c.Char = uint32(r)
			text = text[n:]
		case runCluster, runWideCluster:
			size, n := binary.Uvarint(text)
			text = text[n:]
			c.Char = p.ClusterChar(string(text[:size]))
			text = text[size:]
		}
		if kind != runWide && kind != runWideCluster {
			dst = append(dst, c)
			continue
		}
		c.Flags = grid.Wide
		dst = append(dst, c, grid.Cell{Style: style, Flags: grid.Tail})
	}
	return dst, text
}

func nextRune(text []byte) (rune, int) {
	if text[0] < utf8.RuneSelf {
		return rune(text[0]), 1
	}
	return utf8.DecodeRune(text)
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

// packer appends lines to the newest block. It remembers which of the palette's
// styles the block has already.
type packer struct {
	runs  []byte
	text  []byte
	slots []slot // by the palette's number
	stamp uint32
}

type slot struct {
	stamp uint32
	index uint32
}

// begin forgets what an earlier block had, or what a sweep renumbered.
func (k *packer) begin() { k.stamp++ }

// append packs one line into b.
func (k *packer) append(b *block, cells []grid.Cell, wrapped bool, p *grid.Palette) {
	for len(cells) > 0 && cells[len(cells)-1] == (grid.Cell{}) {
		cells = cells[:len(cells)-1]
	}
	b.starts = append(b.starts, uint16(len(b.data)))
	b.cols = max(b.cols, len(cells))
	b.broken = b.broken || wrapped
	head := uint64(0)
	if wrapped {
		head = wrappedBit
	}
	if b.appendASCII(cells, head) {
		return
	}
	if k.plain(cells) {
		b.data = appendUvarint(b.data, uint64(len(k.text))<<2|head)
		b.data = append(b.data, k.text...)
		return
	}
	count := k.styled(b, cells, p)
	b.data = appendUvarint(b.data, uint64(len(k.text))<<2|head|styledBit)
	b.data = appendUvarint(b.data, uint64(count))
	b.data = append(b.data, k.runs...)
	b.data = append(b.data, k.text...)
}

// appendUvarint is binary.AppendUvarint, which is not inlined; most numbers here
// take one byte.
func appendUvarint(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return binary.AppendUvarint(b, v)
}

// appendASCII packs a line of ASCII in the default style, which most lines are,
// and reports false where the cells hold anything else.
func (b *block) appendASCII(cells []grid.Cell, head uint64) bool {
	data := appendUvarint(b.data, uint64(len(cells))<<2|head)
	text := data[len(data):]
	if cap(text) < len(cells) {
		data = slices.Grow(data, len(cells))
		text = data[len(data):]
	}
	text = text[:len(cells)]
	for i := 0; i < len(cells); i++ {
		if i += putText(text[i:], cells[i:], 0); i == len(cells) {
			break
		}
		if cells[i] != (grid.Cell{}) {
			return false
		}
		text[i] = ' ' // of an erased cell among others
	}
	b.data = data[:len(data)+len(cells)]
	return true
}

// plain packs cells of the default style and single code points into k.text, and
// reports false where there are others.
func (k *packer) plain(cells []grid.Cell) bool {
	text := slices.Grow(k.text[:0], utf8.UTFMax*len(cells))
	for _, c := range cells {
		if c.Style != 0 || c.Flags&^grid.Protected != 0 || c.Char >= grid.ClusterBit {
			k.text = text
			return false
		}
		if c.Char == 0 {
			c.Char = ' '
		}
		text = appendRune(text, c.Char)
	}
	k.text = text
	return true
}

// appendRune is utf8.AppendRune, with what most text is made of inlined.
func appendRune(b []byte, r uint32) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(b, byte(r))
	case r < 0x800:
		return append(b, 0xc0|byte(r>>6), 0x80|byte(r)&0xbf)
	case r-0x800 < 0xd800-0x800:
		return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
	}
	return utf8.AppendRune(b, rune(r))
}

// styled packs cells into k.runs and k.text and returns the number of runs.
func (k *packer) styled(b *block, cells []grid.Cell, p *grid.Palette) int {
	runs, text := k.runs[:0], slices.Grow(k.text[:0], utf8.UTFMax*len(cells))
	count := 0
	for ; len(cells) > 0; count++ {
		kind, style := kindOf(cells[0]), cells[0].Style
		used, n := 0, 0
		switch kind {
		case runBlank:
			used = blanks(cells)
			n = used
		case runNarrow:
			text, used = packNarrow(text, cells)
			n = used
		case runWide:
			text, used = packWide(text, cells)
			n = used / 2
		default:
			for used < len(cells) && cells[used].Style == style && kindOf(cells[used]) == kind {
				text = appendCluster(text, cells[used], p)
				used += max(1, cells[used].Width())
				n++
			}
		}
		cells = cells[used:]
		runs = appendUvarint(runs, uint64(n)<<3|uint64(kind))
		runs = appendUvarint(runs, uint64(k.index(b, style, p)))
	}
	k.runs, k.text = runs, text
	return count
}

// blanks is the number of erased cells of one style that cells begins with.
func blanks(cells []grid.Cell) int {
	blank := grid.Cell{Style: cells[0].Style}
	for i, c := range cells {
		if c != blank {
			return max(1, i)
		}
	}
	return len(cells)
}

// packNarrow appends the text of the narrow code points in one style that cells
// begins with, and returns their number.
func packNarrow(text []byte, cells []grid.Cell) ([]byte, int) {
	style := cells[0].Style
	text = slices.Grow(text, len(cells))
	i := putText(text[len(text):len(text)+len(cells)], cells, style)
	text = text[:len(text)+i]
	for ; i < len(cells); i++ {
		c := cells[i]
		if c.Style != style || kindOf(c) != runNarrow {
			break
		}
		text = appendRune(text, c.Char)
	}
	return text, i
}

// putText puts the text of the ASCII in a style that cells begins with into dst,
// which has room for all cells, and returns its length. ASCII is neither wide nor
// the tail of anything.
func putText(dst []byte, cells []grid.Cell, style uint16) int {
	dst = dst[:len(cells)]
	for i := range cells {
		c := &cells[i]
		if c.Style != style || c.Char-1 >= utf8.RuneSelf-1 {
			return i
		}
		dst[i] = byte(c.Char)
	}
	return len(cells)
}

// packWide appends the text of the wide code points in one style that cells
// begins with, and returns how many cells they take.
func packWide(text []byte, cells []grid.Cell) ([]byte, int) {
	style := cells[0].Style
	i := 0
	for ; i+1 < len(cells); i += 2 {
		c := cells[i]
		if c.Style != style || c.Flags&grid.Wide == 0 || c.Char >= grid.ClusterBit {
			break
		}
		text = appendRune(text, c.Char)
	}
	return text, i
}

func kindOf(c grid.Cell) runKind {
	wide, cluster := c.Flags&grid.Wide != 0, c.Char >= grid.ClusterBit
	switch {
	case wide && cluster:
		return runWideCluster
	case cluster:
		return runCluster
	case wide:
		return runWide
	case c.Char == 0:
		return runBlank
	}
	return runNarrow
}

// appendCluster appends a cluster's length and text.
func appendCluster(text []byte, c grid.Cell, p *grid.Palette) []byte {
	from := len(text)
	text = p.AppendText(append(text, 0), c)
	text[from] = byte(len(text) - from - 1) // at most grid.MaxClusterBytes: see below
	return text
}

// A cluster's length is one byte of an uvarint.
const _ = uint(127 - grid.MaxClusterBytes)

// index returns the block's number for a style of the palette: 0 for the default.
func (k *packer) index(b *block, id uint16, p *grid.Palette) uint32 {
	if id == 0 {
		return 0
	}
	if int(id) >= len(k.slots) {
		k.slots = append(k.slots, make([]slot, int(id)+64-len(k.slots))...)
	}
	at := &k.slots[id]
	if at.stamp != k.stamp {
		*at = slot{k.stamp, b.addStyle(p.Style(id), p)}
	}
	return at.index
}

func (b *block) addStyle(s grid.Style, p *grid.Palette) uint32 {
	if s.Link != 0 {
		l := p.Link(s.Link)
		b.links = append(b.links, l)
		b.extra += len(l.URI) + len(l.ID)
		s.Link = uint16(len(b.links))
	}
	b.styles = append(b.styles, s)
	return uint32(len(b.styles))
}
