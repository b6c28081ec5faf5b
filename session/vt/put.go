package vt

import (
	"encoding/binary"
	"unicode/utf8"

	"dormer/session/grid"
)

// putASCII puts the printable ASCII that b begins with into cells that look like
// the given one, as far as they suffice, and returns the number.
func putASCII(cells []grid.Cell, b []byte, like grid.Cell) int {
	look := uint64(like.Style)<<32 | uint64(like.Flags)<<48
	b = b[:min(len(b), len(cells))]
	cells = cells[:len(b)]
	for i, c := range b {
		if c-0x20 >= 0x5f {
			return i
		}
		cells[i] = cellOf(look | uint64(c))
	}
	return len(b)
}

// putClusters puts the characters that b begins with, of which the first begins a
// cluster, from column x of a row on, into cells that look like the given one. It
// returns the number of bytes and the column behind them, and leaves to others what
// is not UTF-8, what has no columns and what does not fit.
func (t *Terminal) putClusters(row []grid.Cell, x int, b []byte, like grid.Cell) (n, to int) {
	for {
		size, w, last, p := putPlain(row[x:], b[n:], like, t.widths)
		n, x = n+size, x+w
		if n == len(b) || b[n] < 0x80 {
			return n, x
		}
		r, size := glance(b[n:])
		base, from, q := n, x, grid.PropertiesOf(r)
		if last > 0 && q.Joins(p, p, true) {
			base, from, size, q = n-last, start(row, x), last, p
		}
		size, w = t.putCluster(row[from:], b[base:], size, q, like)
		if size == 0 {
			return n, x
		}
		n, x = base+size, from+w
	}
}

// putCluster puts the cluster that b begins with, whose first character has so many
// bytes and such properties, into the first of the cells, made to look like the given
// one. It returns the numbers of bytes and of columns; 0 where that is not all that
// there is to do.
func (t *Terminal) putCluster(cells []grid.Cell, b []byte, size int, p grid.Properties, like grid.Cell) (n, w int) {
	w = t.widths.Of(p)
	if size == 0 || w == 0 {
		return 0, 0
	}
	r, _ := glance(b)
	like.Char = uint32(r)
	if n = gather(b, size, p); n > size {
		if n > grid.MaxClusterBytes || r == utf8.RuneError {
			return 0, 0
		}
		if next, _ := glance(b[size:]); next == grid.EmojiSelector && grid.WantsEmoji(r) {
			w = 2
		}
		like.Char = t.palette.ClusterBytes(b[:n])
	}
	if w > len(cells) {
		return 0, 0
	}
	if w == 2 {
		cells[1] = grid.Cell{Style: like.Style, Flags: like.Flags | grid.Tail}
		like.Flags |= grid.Wide
	}
	cells[0] = like
	return n, w
}

// putPlain puts the characters that b begins with and that begin clusters, whatever
// is before them, into cells that look like the given one, as far as they suffice.
// It returns the numbers of bytes and of cells, and the bytes and properties of the
// last one. What takes four bytes, or is among the last of b, it leaves to others.
func putPlain(cells []grid.Cell, b []byte, like grid.Cell, widths grid.Widths) (n, x, last int, p grid.Properties) {
	look := uint64(like.Style)<<32 | uint64(like.Flags)<<48
	for n+4 <= len(b) && x < len(cells) {
		c := binary.LittleEndian.Uint32(b[n:])
		var size int
		switch {
		case c&0x80 == 0:
			if c = c & 0xff; c-0x20 >= 0x5f {
				return n, x, last, p
			}
			cells[x] = cellOf(look | uint64(c))
			x, n, last, p = x+1, n+1, 1, asciiProperties
			continue
		case c&0xc0e0 == 0x80c0:
			if c = c&0x1f<<6 | c>>8&0x3f; c < 0x80 {
				return n, x, last, p
			}
			size = 2
		case c&0xc0c0f0 == 0x8080e0:
			if c = c&0xf<<12 | c>>2&0xfc0 | c>>16&0x3f; c < 0x800 || c-0xd800 < 0x800 {
				return n, x, last, p
			}
			size = 3
		default:
			return n, x, last, p
		}
		q := grid.PropertiesOf(rune(c))
		if !q.Starts() {
			return n, x, last, p
		}
		v := look | uint64(c)
		if widths.Of(q) == 2 {
			if x+1 == len(cells) {
				return n, x, last, p
			}
			cells[x] = cellOf(v | uint64(grid.Wide)<<48)
			x++
			v = look | uint64(grid.Tail)<<48
		}
		cells[x] = cellOf(v)
		x, n, last, p = x+1, n+size, size, q
	}
	return n, x, last, p
}

// asciiProperties are the properties of all printable ASCII.
var asciiProperties = grid.PropertiesOf(' ')

// cellOf takes a cell apart that was put together as one number, which the compiler
// stores at once.
func cellOf(v uint64) grid.Cell {
	return grid.Cell{Char: uint32(v), Style: uint16(v >> 32), Flags: grid.Flags(v >> 48)}
}

// gather returns the bytes of the cluster that b begins with, whose first character
// has so many; a few more than a cluster may have where it is too long.
func gather(b []byte, size int, first grid.Properties) int {
	n, last := size, first
	for n < len(b) && b[n] >= 0x80 && n <= grid.MaxClusterBytes {
		r, more := glance(b[n:])
		p := grid.PropertiesOf(r)
		if more == 0 || !p.Joins(first, last, n == size) {
			break
		}
		n, last = n+more, p
	}
	return n
}
