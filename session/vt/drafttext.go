package vt

import (
	"encoding/binary"
	mathbits "math/bits"
	"unicode/utf8"

	"dormer/session/grid"
)

// What goes to a draft's text: runs of printable ASCII, eight bytes at a time, and
// characters beyond it, in which a cluster must not be taken apart.

// room makes room for so many bytes.
func (d *draft) room(n int) {
	if need := d.size + n + draftSlack; need > len(d.text) {
		grown := make([]byte, need+need/4)
		copy(grown, d.text[:d.size])
		d.text = grown
	}
}

// putASCII appends the printable ASCII that b begins with, and returns its bytes, which
// are as many columns.
func (d *draft) putASCII(b []byte) (n int) {
	d.room(len(b))
	text, all := d.text[d.size:], len(b)
	for len(b) >= 8 && len(text) >= 8 {
		v := binary.LittleEndian.Uint64(b)
		binary.LittleEndian.PutUint64(text, v)
		if others := unprintable(v); others != 0 {
			n = all - len(b) + mathbits.TrailingZeros64(others)/8
			d.size += n
			return n
		}
		b, text = b[8:], text[8:]
	}
	for len(b) > 0 && b[0]-0x20 < 0x5f {
		text[0] = b[0]
		b, text = b[1:], text[1:]
	}
	n = all - len(b)
	d.size += n
	return n
}

// unprintable marks, by its highest bit, the first byte that is no printable ASCII, and
// maybe some behind it; 0 where all eight are.
func unprintable(v uint64) uint64 {
	const ones = 0x0101010101010101
	return ((v - 0x20*ones) | (v + ones) | v) & (0x80 * ones)
}

// putOthers appends the characters that b begins with and that are none of ASCII, as far
// as room suffices and the draft has at most so many bytes, and returns their bytes and
// columns. alike says that they look like what is before them. It stops before what is
// not UTF-8, has no columns, or makes a cluster too long: all that may go on from cells.
func (d *draft) putOthers(b []byte, room, most int, alike bool) (n, w int) {
	c := d.lastCluster()
	for n < len(b) && d.size <= most {
		if b[n] < 0x80 {
			if w == room || !between(b[n:]) {
				break
			}
			d.putByte(b[n])
			c, alike = d.lastCluster(), true
			n, w = n+1, w+1
		}
		r, size := glance(b[n:])
		p := grid.PropertiesOf(r)
		columns := p.Width()
		switch {
		case p.Starts():
			if more, also := d.putPlain(b[n:], room-w, &c); more > 0 {
				n, w, alike = n+more, w+also, true
				continue
			}
			c, alike = newDraftCluster(r, p), true
		case !c.known:
			return n, w
		case p.Joins(c.first, c.last, c.single):
			if !alike {
				return n, w
			}
			columns = c.widens(r)
			c.single = false
		case columns > 0:
			c, alike = newDraftCluster(r, p), true
		default:
			return n, w
		}
		c.last, c.size = p, c.size+size
		if r == utf8.RuneError || size == 0 || c.size > grid.MaxClusterBytes || w+columns > room {
			break
		}
		d.room(size)
		binary.LittleEndian.PutUint32(d.text[d.size:], wordOf(b[n:]))
		d.size += size
		n, w = n+size, w+columns
	}
	return n, w
}

// between reports whether b begins with a single character of ASCII, before others: the
// space between words, which is not worth to leave a loop for.
func between(b []byte) bool { return b[0]-0x20 < 0x5f && len(b) > 1 && b[1] >= 0x80 }

// putByte appends a character of ASCII.
func (d *draft) putByte(c byte) {
	d.room(1)
	d.text[d.size] = c
	d.size++
}

// putPlain is putOthers for characters that begin clusters, whatever is before them:
// most of what is not ASCII. It leaves the last one in c, and what takes four bytes, or
// is among the last of b, to putOthers.
func (d *draft) putPlain(b []byte, room int, c *draftCluster) (n, w int) {
	d.room(min(len(b), utf8.UTFMax*room))
	text := d.text[d.size:]
	last := 0
	for n+4 <= len(b) {
		v := binary.LittleEndian.Uint32(b[n:])
		r, size := shortRune(v)
		p := grid.PropertiesOf(r)
		if !p.Starts() || w+p.Width() > room || r == utf8.RuneError {
			break
		}
		binary.LittleEndian.PutUint32(text[n:], v)
		last = n
		n += size
		w += p.Width()
	}
	if n > 0 {
		d.size += n
		r, size := glance(b[last:])
		*c = newDraftCluster(r, grid.PropertiesOf(r))
		c.last, c.size = c.first, size
	}
	return n, w
}

// shortRune is the character of two or three bytes that a little-endian word begins
// with, and its bytes; 0, which begins nothing, where it begins with none.
func shortRune(v uint32) (r rune, size int) {
	if v&0xc0c0f0 == 0x8080e0 {
		r, size = rune(v&0xf<<12|v>>2&0xfc0|v>>16&0x3f), 3
		if r < 0x800 || r&^0x7ff == 0xd800 {
			r = 0
		}
		return r, size
	}
	if r = rune(v&0x1f<<6 | v>>8&0x3f); v&0xc0e0 != 0x80c0 || r < 0x80 {
		r = 0
	}
	return r, 2
}

// draftCluster is the character that a draft ends with, as far as what comes next may
// belong to it.
type draftCluster struct {
	known       bool
	base        rune
	first, last grid.Properties
	single      bool // one code point
	size        int
}

func newDraftCluster(base rune, p grid.Properties) draftCluster {
	return draftCluster{known: true, base: base, first: p, single: true}
}

// lastCluster is known where the text ends with ASCII. Nothing belongs to nothing.
func (d *draft) lastCluster() draftCluster {
	c := draftCluster{known: true, first: asciiProperties, last: asciiProperties, single: true, size: 1}
	if d.size > 0 {
		c.base = rune(d.text[d.size-1])
		c.known = c.base < utf8.RuneSelf
	}
	return c
}

// widens is the number of columns that a cluster grows by with a code point.
func (c *draftCluster) widens(r rune) int {
	if r == grid.EmojiSelector && c.single && c.first.Width() == 1 && grid.WantsEmoji(c.base) {
		return 1
	}
	return 0
}

// wordOf is the first four bytes of b, with zeros behind it.
func wordOf(b []byte) (v uint32) {
	if len(b) >= 4 {
		return binary.LittleEndian.Uint32(b)
	}
	for i, c := range b {
		v |= uint32(c) << (8 * i)
	}
	return v
}
