package vt

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"dormer/session/grid"
)

// packer appends lines to the newest block. It remembers the palette's styles that the
// block already has.
type packer struct {
	runs  []byte
	text  []byte
	size  int    // used bytes of text
	slots []slot // by the palette's number
	stamp uint32
}

type slot struct {
	stamp uint32
	index uint32
}

// begin forgets the known styles, for a new block or a renumbered palette. Style 0 of
// every block is the default style.
func (k *packer) begin() {
	k.stamp++
	if len(k.slots) == 0 {
		k.slots = make([]slot, 64)
	}
	k.slots[0] = slot{stamp: k.stamp}
}

// append packs a line of cells into b.
func (k *packer) append(b *block, cells []grid.Cell, wrapped bool, p *grid.Palette) {
	for len(cells) > 0 && cells[len(cells)-1] == (grid.Cell{}) {
		cells = cells[:len(cells)-1]
	}
	head := b.begin(len(cells), wrapped)
	if b.appendASCII(cells, head) {
		return
	}
	if k.size = 0; k.plain(cells, p) {
		b.appendUnstyled(head, k.text[:k.size])
		return
	}
	k.size, k.runs = 0, k.runs[:0]
	count := k.styled(b, cells, p)
	b.appendStyled(head, count, k.runs, k.text[:k.size])
}

// begin begins a line of the given width and returns the lower bits of its head.
func (b *block) begin(columns int, wrapped bool) (head uint64) {
	b.starts = append(b.starts, uint16(len(b.data)))
	b.cols = max(b.cols, columns)
	if wrapped {
		b.broken = true
		return wrappedBit
	}
	return 0
}

// appendUnstyled packs a line of the default style.
func (b *block) appendUnstyled(head uint64, text []byte) {
	b.data = appendUvarint(b.data, uint64(len(text))<<2|head)
	b.data = append(b.data, text...)
}

// appendStyled packs a line of runs.
func (b *block) appendStyled(head uint64, count int, runs, text []byte) {
	b.data = appendUvarint(b.data, uint64(len(text))<<2|head|styledBit)
	b.data = appendUvarint(b.data, uint64(count))
	b.data = append(b.data, runs...)
	b.data = append(b.data, text...)
}

// appendUvarint is binary.AppendUvarint, which is not inlined; most numbers here
// take one byte.
func appendUvarint(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return binary.AppendUvarint(b, v)
}

// appendASCII packs a line of ASCII in the default style, as most lines are. It returns
// false if the cells hold anything else.
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
		text[i] = ' ' // an erased cell between others
	}
	b.data = data[:len(data)+len(cells)]
	return true
}

// plain puts the text of cells into k.text. It returns false if printing that text would
// not reproduce the cells.
func (k *packer) plain(cells []grid.Cell, p *grid.Palette) bool {
	for {
		used := k.printable(cells, 0, p)
		if used == len(cells) {
			return true
		}
		if cells[used] != (grid.Cell{}) {
			return false
		}
		k.text[k.size] = ' ' // an erased cell between others
		k.size++
		cells = cells[used+1:]
	}
}

// styled puts cells into k.runs and k.text and returns the number of runs.
func (k *packer) styled(b *block, cells []grid.Cell, p *grid.Palette) (count int) {
	for ; len(cells) > 0; count++ {
		style, from := cells[0].Style, k.size
		if cells[0].Char == 0 {
			used := blanks(cells)
			k.addRun(b, used, runBlank, style, p)
			cells = cells[used:]
			continue
		}
		if used := k.printable(cells, style, p); used > 0 {
			k.addRun(b, k.size-from, runText, style, p)
			cells = cells[used:]
			continue
		}
		kind, used := runNarrow, 1
		if cells[0].Flags&grid.Wide != 0 {
			kind, used = runWide, 2
		}
		k.putExact(cells[0], p)
		k.addRun(b, 1, kind, style, p)
		cells = cells[used:]
	}
	return count
}

// addRun appends a run.
func (k *packer) addRun(b *block, length int, kind runKind, style uint16, p *grid.Palette) {
	var at uint32
	if int(style) < len(k.slots) && k.slots[style].stamp == k.stamp {
		at = k.slots[style].index
	} else {
		at = k.addIndex(b, style, p)
	}
	if length < 16 && at < 0x80 {
		k.runs = append(k.runs, byte(length<<3)|byte(kind), byte(at))
		return
	}
	k.runs = appendUvarint(k.runs, uint64(length)<<3|uint64(kind))
	k.runs = appendUvarint(k.runs, uint64(at))
}

// room grows k.text to hold that many more cells of one code point, and one cluster.
func (k *packer) room(cells int) {
	need := k.size + utf8.UTFMax*cells + 1 + grid.MaxClusterBytes + utf8.UTFMax
	if len(k.text) >= need {
		return
	}
	grown := make([]byte, need+need/4)
	copy(grown, k.text[:k.size])
	k.text = grown
}

// printable appends the text of the first cells to k.text, while they have the given
// style and printing the text reproduces them. It returns their number.
func (k *packer) printable(cells []grid.Cell, style uint16, p *grid.Palette) (used int) {
	last := -1 // where the last character begins
	for k.room(len(cells)); used < len(cells); {
		n := putText(k.text[k.size:], cells[used:], style) // most runs are ASCII
		if used, k.size = used+n, k.size+n; n > 0 {
			last = k.size - 1
		}
		if used == len(cells) || cells[used].Style != style || cells[used].Char == 0 {
			break
		}
		c := cells[used]
		n = k.putPrintable(c, last, p)
		if n == 0 {
			break
		}
		last = k.size
		used, k.size = used+c.Width(), k.size+n
		if c.Char >= grid.ClusterBit {
			k.room(len(cells) - used)
		}
	}
	return used
}

// putPrintable puts the text of a cell after k.text, whose last character begins at last,
// and returns its length. It returns 0 if printing the text would not reproduce the cell.
func (k *packer) putPrintable(c grid.Cell, last int, p *grid.Palette) (n int) {
	if c.Char < grid.ClusterBit {
		if q := grid.PropertiesOf(rune(c.Char)); q.Starts() && q.Width() == c.Width() {
			return utf8.EncodeRune(k.text[k.size:k.size+utf8.UTFMax], rune(c.Char))
		}
	}
	text := p.AppendText(k.text[k.size:k.size], c)
	if size, width := nextPrinted(text); size != len(text) || width != c.Width() || last >= 0 && joins(k.text[last:k.size], text) {
		return 0
	}
	return len(text)
}

// joins reports whether next, printed after char, would join it.
func joins(char, next []byte) bool {
	first, n := utf8.DecodeRune(char)
	last, _ := utf8.DecodeLastRune(char)
	r, _ := utf8.DecodeRune(next)
	return grid.JoinsRunes(first, last, n == len(char), r)
}

// putExact appends the length of a cell's text, then the text, to k.text.
func (k *packer) putExact(c grid.Cell, p *grid.Palette) {
	text := p.AppendText(k.text[k.size+1:k.size+1], c)
	k.text[k.size] = byte(len(text)) // at most grid.MaxClusterBytes
	k.size += 1 + len(text)
}

// blanks returns the number of erased cells of one style at the start of cells.
func blanks(cells []grid.Cell) int {
	blank := grid.Cell{Style: cells[0].Style}
	for i, c := range cells {
		if c != blank {
			return max(1, i)
		}
	}
	return len(cells)
}

// putText puts the text of the first cells into dst, while they are ASCII in the given
// style, and returns its length. dst must have room for all cells.
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

// addIndex adds a style of the palette to the block, and returns its number there.
func (k *packer) addIndex(b *block, id uint16, p *grid.Palette) uint32 {
	if int(id) >= len(k.slots) {
		k.slots = append(k.slots, make([]slot, int(id)+64-len(k.slots))...)
	}
	k.slots[id] = slot{k.stamp, b.addStyle(p.Style(id), p)}
	return k.slots[id].index
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
