package vt

import (
	"encoding/binary"
	mathbits "math/bits"
)

// sgrCache remembers what SGR sequences made of the pens that they met. A program
// sends the same few hundred over and over, at every other word: finding one by
// its bytes takes a tenth of reading its parameters. It is empty until the first
// sequence, and small until there are many different ones, because most sessions
// sit at a prompt.
//
// Slots are in pairs. The first of a pair is for a sequence that was met again, the
// second for the newest: a flood of colours that never come back takes nothing from
// those that do.
type sgrCache struct {
	slots   []sgrSlot // a power of two of them
	evicted int       // slots taken from other sequences since it grew
}

// sgrSlot is the style that a sequence left.
type sgrSlot struct {
	key   sgrKey
	style uint16
}

// sgrKey is a sequence behind its CSI up to and including the m, as little-endian
// words with zeros behind it, and the number of the style that it met. The zero
// key is none. (A struct of four fields is kept in registers; an array is not.)
type sgrKey struct {
	a, b, c uint64
	pen     uint16
}

const (
	minSGRSlots = 64
	maxSGRSlots = 1024
	// sgrKeyBytes is the length of the longest sequence that is remembered.
	sgrKeyBytes = 24
	// finalBits are the bits that tell a final from parameters, in each byte.
	finalBits = 0x4040404040404040
)

// quickSGR carries out the SGR sequence whose parameters b begins with, and
// returns its bytes; 0 where b begins with something else, or is too short to
// tell at a glance.
func (t *Terminal) quickSGR(b []byte) int {
	if n := resetSGR(b); n > 0 && t.pen.style.Link == 0 {
		t.pen.setID(0)
		return n
	}
	if len(b) < sgrKeyBytes {
		return 0
	}
	key, n := sgrKeyOf(b)
	if n == 0 || b[n-1] != 'm' {
		return 0
	}
	if t.pen.stale {
		t.freshen()
	}
	key.pen = t.pen.id
	if id, ok := t.sgrs.find(key); ok {
		t.pen.setID(id)
		return n
	}
	if !t.parser.plainParams(b[:n-1]) {
		return 0
	}
	t.sgr()
	t.freshen()
	if *t.palette.StyleRef(t.pen.id) == t.pen.style { // not where the palette was full
		t.sgrs.add(key, t.pen.id)
	}
	return n
}

// quickCSI carries out the control sequence whose parameters b begins with, where that
// is no more than a few numbers, and returns its bytes; 0 where b begins with something
// else, or is too short to tell at a glance.
func (t *Terminal) quickCSI(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	n := mathbits.TrailingZeros64(binary.LittleEndian.Uint64(b)&finalBits)/8 + 1
	if n > 8 || b[n-1] >= 0x7f || b[n-1] == 'm' || !t.parser.plainParams(b[:n-1]) {
		return 0
	}
	t.csiUnmarked(b[n-1])
	return n
}

// plainParams takes the parameters that b is made of, and reports whether it is
// made of nothing else.
func (p *parser) plainParams(b []byte) bool {
	n, v := 0, int32(0)
	for _, c := range b {
		switch d := c - '0'; {
		case d <= 9:
			if v < maxParam {
				v = v*10 + int32(d)
			}
		case c == ';':
			p.params[n] = min(v, maxParam)
			n, v = n+1, 0
		default:
			return false
		}
	}
	p.params[n] = min(v, maxParam)
	p.n, p.colon, p.surplus = n+1, 0, false
	p.private, p.ninter = 0, 0
	return true
}

// A sequence that is remembered has no more parameters than are taken.
const _ = uint(maxParams - sgrKeyBytes)

// resetSGR is the length of the shortest sequences, which are every other one.
func resetSGR(b []byte) int {
	switch {
	case len(b) > 0 && b[0] == 'm':
		return 1
	case len(b) > 1 && b[0] == '0' && b[1] == 'm':
		return 2
	}
	return 0
}

// sgrKeyOf returns the key of the sequence that b, of sgrKeyBytes at least, begins
// with, and its bytes; 0 where its final is farther off. What is before the final
// has not been looked at.
func sgrKeyOf(b []byte) (key sgrKey, n int) {
	_ = b[sgrKeyBytes-1]
	key.a = binary.LittleEndian.Uint64(b)
	if m := key.a & finalBits; m != 0 {
		n = mathbits.TrailingZeros64(m)/8 + 1
		key.a &= 1<<(8*n) - 1
		return key, n
	}
	key.b = binary.LittleEndian.Uint64(b[8:])
	if m := key.b & finalBits; m != 0 {
		n = mathbits.TrailingZeros64(m)/8 + 1
		key.b &= 1<<(8*n) - 1
		return key, n + 8
	}
	key.c = binary.LittleEndian.Uint64(b[16:])
	if m := key.c & finalBits; m != 0 {
		n = mathbits.TrailingZeros64(m)/8 + 1
		key.c &= 1<<(8*n) - 1
		return key, n + 16
	}
	return key, 0
}

// find returns the style that the sequence left the last time.
func (c *sgrCache) find(k sgrKey) (style uint16, ok bool) {
	if len(c.slots) == 0 {
		return 0, false
	}
	at := k.hash() & (len(c.slots) - 2)
	if slot := &c.slots[at]; slot.key == k {
		return slot.style, true
	}
	return c.findNew(k, at)
}

// findNew is find in the second of the pair of slots at a place, which trades its
// with the first.
func (c *sgrCache) findNew(k sgrKey, at int) (style uint16, ok bool) {
	pair := c.slots[at : at+2]
	if pair[1].key != k {
		return 0, false
	}
	pair[0], pair[1] = pair[1], pair[0]
	return pair[0].style, true
}

// add remembers the style that a sequence left.
func (c *sgrCache) add(k sgrKey, style uint16) {
	if len(c.slots) == 0 {
		c.slots = make([]sgrSlot, minSGRSlots)
	}
	at := k.hash() & (len(c.slots) - 2)
	if c.slots[at].key != (sgrKey{}) {
		at++
	}
	if c.slots[at].key != (sgrKey{}) {
		c.evicted++
	}
	c.slots[at] = sgrSlot{k, style}
	if c.evicted > len(c.slots) && len(c.slots) < maxSGRSlots {
		c.slots, c.evicted = make([]sgrSlot, 2*len(c.slots)), 0
	}
}

// forget empties the cache: the palette's numbers are new.
func (c *sgrCache) forget() { clear(c.slots) }

// hash spreads keys over slots. Keys differ in their highest bytes, which a product
// carries to its highest bits only: these are brought down to the others.
func (k sgrKey) hash() int {
	h := k.a*0x9e3779b97f4a7c15 ^ k.b*0xc2b2ae3d27d4eb4f ^ k.c*0x165667b19e3779f9 ^ uint64(k.pen)*0x27d4eb2f165667c5
	return int((h ^ h>>32) * 0x9e3779b97f4a7c15 >> 48)
}
