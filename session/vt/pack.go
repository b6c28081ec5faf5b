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
	starts []uint32
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

const (
	styleBytes = 20
	linkBytes  = 32
	markBytes  = 20
)

func (b *block) end() uint64 { return b.first + uint64(len(b.starts)) }

func (b *block) full() bool { return len(b.data) >= blockBytes-1024 }

// size is what the block takes in memory.
func (b *block) size() int {
	return cap(b.data) + 4*cap(b.starts) + styleBytes*cap(b.styles) + linkBytes*cap(b.links) + b.extra + markBytes*cap(b.marks)
}

// close gives back what a filled block does not need.
func (b *block) close() {
	if cap(b.starts) > len(b.starts)+len(b.starts)/16 {
		b.starts = append([]uint32(nil), b.starts...)
	}
}

// reset empties a block for its next use, keeping its memory where that is of
// the usual size.
func (b *block) reset() {
	data, starts := b.data[:0], b.starts[:0]
	if cap(data) > 2*blockBytes {
		data = nil
	}
	*b = block{data: data, starts: starts}
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
	return int(h >> 2), h&2 != 0, h&1 != 0, b.data[int(b.starts[i])+n:]
}

func (b *block) wrapped(i int) bool {
	_, wrapped, _, _ := b.head(i)
	return wrapped
}

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
	b.starts = append(b.starts, uint32(len(b.data)))
	b.cols = max(b.cols, len(cells))
	b.broken = b.broken || wrapped
	flag := uint64(0)
	if wrapped {
		flag = 2
	}
	if k.plain(cells) {
		b.data = binary.AppendUvarint(b.data, uint64(len(k.text))<<2|flag)
		b.data = append(b.data, k.text...)
		return
	}
	count := k.styled(b, cells, p)
	b.data = binary.AppendUvarint(b.data, uint64(len(k.text))<<2|flag|1)
	b.data = binary.AppendUvarint(b.data, uint64(count))
	b.data = append(b.data, k.runs...)
	b.data = append(b.data, k.text...)
}

// plain packs cells of the default style and single code points into k.text, and
// reports false where there are others.
func (k *packer) plain(cells []grid.Cell) bool {
	text := slices.Grow(k.text[:0], len(cells))
	for i, c := range cells {
		if c.Style != 0 || c.Flags&^grid.Protected != 0 || c.Char >= grid.ClusterBit {
			k.text = text
			return false
		}
		if c.Char < utf8.RuneSelf {
			if c.Char == 0 {
				c.Char = ' '
			}
			text = append(text, byte(c.Char))
			continue
		}
		text = utf8.AppendRune(text, rune(cells[i].Char))
	}
	k.text = text
	return true
}

// styled packs cells into k.runs and k.text and returns the number of runs.
func (k *packer) styled(b *block, cells []grid.Cell, p *grid.Palette) int {
	k.runs, k.text = k.runs[:0], slices.Grow(k.text[:0], len(cells))
	count := 0
	for i := 0; i < len(cells); count++ {
		kind, style := kindOf(cells[i]), cells[i].Style
		from := i
		switch kind {
		case runNarrow:
			i = k.ascii(cells, i)
		case runWide:
			i = k.wide(cells, i)
		}
		n := i - from
		if kind == runWide {
			n /= 2
		}
		for i < len(cells) && cells[i].Style == style && kindOf(cells[i]) == kind {
			k.char(cells[i], kind, p)
			i += max(1, cells[i].Width())
			n++
		}
		k.runs = binary.AppendUvarint(k.runs, uint64(n)<<3|uint64(kind))
		k.runs = binary.AppendUvarint(k.runs, uint64(k.index(b, style, p)))
	}
	return count
}

// ascii packs the cells from i on that are ASCII in one style, and returns where
// they end.
func (k *packer) ascii(cells []grid.Cell, i int) int {
	style := cells[i].Style
	text := k.text
	for ; i < len(cells); i++ {
		c := cells[i]
		if c.Style != style || c.Char-1 >= utf8.RuneSelf-1 {
			break
		}
		text = append(text, byte(c.Char))
	}
	k.text = text
	return i
}

// wide packs the wide characters from i on that are of one style, and returns
// where they end.
func (k *packer) wide(cells []grid.Cell, i int) int {
	style := cells[i].Style
	text := k.text
	for ; i+1 < len(cells); i += 2 {
		c := cells[i]
		if c.Style != style || c.Flags&grid.Wide == 0 || c.Char >= grid.ClusterBit {
			break
		}
		text = utf8.AppendRune(text, rune(c.Char))
	}
	k.text = text
	return i
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

func (k *packer) char(c grid.Cell, kind runKind, p *grid.Palette) {
	switch kind {
	case runNarrow, runWide:
		k.text = utf8.AppendRune(k.text, rune(c.Char))
	case runCluster, runWideCluster:
		size := len(k.text)
		k.text = p.AppendText(k.text, c)
		size = len(k.text) - size
		k.text = append(k.text, 0)
		from := len(k.text) - 1 - size
		copy(k.text[from+1:], k.text[from:])
		k.text[from] = byte(size) // at most grid.MaxClusterBytes: see below
	}
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
