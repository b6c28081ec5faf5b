package vt

import (
	"encoding/binary"

	"dormer/session/grid"
)

// Short lines that pass are packed many at a time: what is known of the block and of
// their looks is looked up once for as many as the block takes.

const (
	// shortWord is what the text of a short line is copied in, whatever its size.
	shortWord = 16
	// shortHead is the head of a short line that is styled, the number of its runs, and
	// its only run: a byte each, and two for the run.
	shortHead = 4
)

// pushShort appends lines of printable ASCII, each of at most passBytes and in one style,
// that text begins with, each followed by CR LF. It returns how many bytes they are.
func (h *history) pushShort(text []byte, sizes []uint8, style uint16, p *grid.Palette) (n int) {
	for len(sizes) > 0 {
		b := h.open(passBytes)
		lines, used := h.pack.appendShort(b, text[n:], sizes, style)
		if lines == 0 {
			size := int(sizes[0])
			h.pack.appendText(b, text[n:n+size], style, p)
			lines, used = 1, size+len("\r\n")
		}
		h.end += uint64(lines)
		h.breaks += lines
		sizes, n = sizes[lines:], n+used
	}
	return n
}

// appendShort packs as many of the lines into b as are easy, and returns their number
// and bytes: b takes them and has memory for them already, knows the style, and what
// follows in text is as long as what is copied.
func (k *packer) appendShort(b *block, text []byte, sizes []uint8, style uint16) (lines, used int) {
	head, ok := k.shortHead(style)
	if !ok {
		return 0, 0
	}
	data, at, cols := b.data[:cap(b.data)], len(b.data), b.cols
	room := min(blockBytes-blockSlack, len(data)-shortHead-shortWord+1)
	sizes = sizes[:min(len(sizes), cap(b.starts)-len(b.starts))]
	starts := b.starts[len(b.starts):][:len(sizes)]
	for i, size := range sizes {
		if at >= room || used+shortWord > len(text) {
			starts = starts[:i]
			break
		}
		starts[i] = uint16(at)
		if head == 0 || size == 0 { // a blank row has no style
			to := (*[1 + shortWord]byte)(data[at:])
			to[0] = size << 2
			*(*[shortWord]byte)(to[1:]) = *(*[shortWord]byte)(text[used:])
			at++
		} else {
			to := (*[shortHead + shortWord]byte)(data[at:])
			binary.LittleEndian.PutUint32(to[:], head|uint32(size)<<2|uint32(size)<<19)
			*(*[shortWord]byte)(to[shortHead:]) = *(*[shortWord]byte)(text[used:])
			at += shortHead
		}
		at, used = at+int(size), used+int(size)+len("\r\n")
		cols = max(cols, int(size))
	}
	b.data, b.starts, b.cols = data[:at], b.starts[:len(b.starts)+len(starts)], cols
	return len(starts), used
}

// shortHead is what precedes the text of a styled line but for its size, as bytes of a
// word; 0 for the default style, of which no line says anything.
func (k *packer) shortHead(style uint16) (head uint32, ok bool) {
	if style == 0 {
		return 0, true
	}
	if int(style) >= len(k.slots) || k.slots[style].stamp != k.stamp || k.slots[style].index >= 0x80 {
		return 0, false
	}
	return styledBit | 1<<8 | uint32(runText)<<16 | k.slots[style].index<<24, true
}
