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
	k.text = roomFor(k.text, 0, len(cells))
	if n, ok := putLine(k.text, cells); ok {
		b.data = appendUvarint(b.data, uint64(n)<<2|head)
		b.data = append(b.data, k.text[:n]...)
		return
	}
	count, runs, text := k.styled(b, cells, p)
	b.data = appendUvarint(b.data, uint64(text)<<2|head|styledBit)
	b.data = appendUvarint(b.data, uint64(count))
	b.data = append(b.data, k.runs[:runs]...)
	b.data = append(b.data, k.text[:text]...)
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

// roomFor returns text, of which used bytes are to stay, with room for the text of
// so many cells and of one cluster, and for the stores of [putRune].
func roomFor(text []byte, used, cells int) []byte {
	need := used + utf8.UTFMax*cells + 1 + grid.MaxClusterBytes + utf8.UTFMax
	if len(text) >= need {
		return text
	}
	grown := make([]byte, need+need/4)
	copy(grown, text[:used])
	return grown
}

// putLine puts the text of cells of the default style and single narrow code points
// into text, and returns its length, or false where there are others.
func putLine(text []byte, cells []grid.Cell) (n int, ok bool) {
	for {
		size, used := putNarrow(text[n:], cells, 0)
		n += size
		if used == len(cells) {
			return n, true
		}
		if cells[used] != (grid.Cell{}) {
			return 0, false
		}
		text[n] = ' ' // of an erased cell among others
		n++
		cells = cells[used+1:]
	}
}

// styled packs cells into k.runs and k.text and returns the number of runs and the
// bytes of both.
func (k *packer) styled(b *block, cells []grid.Cell, p *grid.Palette) (count, nruns, ntext int) {
	if most := maxRunBytes * len(cells); len(k.runs) < most {
		k.runs = make([]byte, most)
	}
	for ; len(cells) > 0; count++ {
		style := cells[0].Style
		kind := kindOf(cells[0])
		n, used, size := 0, 0, 0
		switch kind {
		case runNarrow:
			used = putText(k.text[ntext:], cells, style) // most runs are ASCII
			size = used
			if used < len(cells) && cells[used].Style == style && kindOf(cells[used]) == runNarrow {
				more, also := putNarrow(k.text[ntext+size:], cells[used:], style)
				size, used = size+more, used+also
			}
			n = used
		case runBlank:
			used = blanks(cells)
			n = used
		case runWide:
			size, used = putWide(k.text[ntext:], cells, style)
			n = used / 2
		default:
			size, used, n = k.clusters(ntext, cells, kind, p)
		}
		cells, ntext = cells[used:], ntext+size
		at := k.index(b, style, p)
		if run := k.runs[nruns : nruns+maxRunBytes]; n < 16 && at < 0x80 {
			run[0], run[1] = byte(n<<3)|byte(kind), byte(at)
			nruns += 2
		} else {
			size = binary.PutUvarint(run, uint64(n)<<3|uint64(kind))
			nruns += size + binary.PutUvarint(run[size:], uint64(at))
		}
	}
	return count, nruns, ntext
}

// maxRunBytes bounds the head and the style of a run: a screen has at most 4096
// columns, a block at most 65 535 styles.
const maxRunBytes = 3 + 3

// clusters puts the clusters of one kind and style that cells begins with into
// k.text, of which ntext bytes are taken, and returns the bytes, how many cells they
// take and their number.
func (k *packer) clusters(ntext int, cells []grid.Cell, kind runKind, p *grid.Palette) (size, used, n int) {
	style := cells[0].Style
	width := 1
	if kind == runWideCluster {
		width = 2
	}
	for used < len(cells) && cells[used].Style == style && kindOf(cells[used]) == kind {
		k.text = roomFor(k.text, ntext+size, len(cells)-used)
		size += putCluster(k.text[ntext+size:], cells[used], p)
		used += width
		n++
	}
	return size, used, n
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

// putNarrow puts the text of the narrow code points in a style that cells begins
// with into dst, and returns its length and the number of cells.
func putNarrow(dst []byte, cells []grid.Cell, style uint16) (n, used int) {
	for i := range cells {
		c := &cells[i]
		if c.Style != style || c.Flags&grid.Wide != 0 || c.Char-1 >= grid.ClusterBit-1 {
			return n, i
		}
		if r := c.Char; r-utf8.RuneSelf < 0x800-utf8.RuneSelf { // in place: they are most of what comes
			binary.LittleEndian.PutUint16(dst[n:], uint16(0x80c0|r>>6|r&0x3f<<8))
			n += 2
			continue
		}
		n += putRune(dst[n:], c.Char)
	}
	return n, len(cells)
}

// putWide puts the text of the wide code points in a style that cells begins with
// into dst, and returns its length and how many cells they take.
func putWide(dst []byte, cells []grid.Cell, style uint16) (n, used int) {
	for ; used+1 < len(cells); used += 2 {
		c := &cells[used]
		if c.Style != style || c.Flags&grid.Wide == 0 || c.Char >= grid.ClusterBit {
			break
		}
		if r := c.Char; r-0x800 < 0x10000-0x800 { // in place: they are most of what comes
			binary.LittleEndian.PutUint32(dst[n:], 0x8080e0|r>>12|r<<2&0x3f00|r&0x3f<<16)
			n += 3
			continue
		}
		n += putRune(dst[n:], c.Char)
	}
	return n, used
}

// putRune puts a code point in UTF-8 into dst, which has room for four bytes
// whatever it takes, and returns its bytes.
func putRune(dst []byte, r uint32) int {
	switch {
	case r < utf8.RuneSelf:
		dst[0] = byte(r)
		return 1
	case r < 0x800:
		binary.LittleEndian.PutUint16(dst, uint16(0x80c0|r>>6|r&0x3f<<8))
		return 2
	case r < 0x10000:
		binary.LittleEndian.PutUint32(dst, 0x8080e0|r>>12|r<<2&0x3f00|r&0x3f<<16)
		return 3
	}
	return utf8.EncodeRune(dst, rune(r))
}

// putCluster puts a cluster's length and text into dst, and returns the bytes.
func putCluster(dst []byte, c grid.Cell, p *grid.Palette) int {
	text := p.AppendText(dst[1:1], c)
	dst[0] = byte(len(text)) // at most grid.MaxClusterBytes: see below
	return 1 + len(text)
}

// A cluster's length is one byte of an uvarint.
const _ = uint(127 - grid.MaxClusterBytes)

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
