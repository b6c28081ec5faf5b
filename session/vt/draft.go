package vt

import (
	"encoding/binary"
	mathbits "math/bits"
	"unicode/utf8"

	"dormer/session/grid"
)

// draft is a row as it was printed: text, from the first column on, and where its looks
// change. Most rows of what programs print are written once, from left to right, and
// scroll away before anybody has seen them; the history keeps text. So a row gets its
// cells only when somebody asks for them ([screen.row]), and until then its slot's
// cells are blank. Whatever is more than text, in the next column, gets at the row as
// cells, like everybody else. The alternate screen has no drafts: its rows go nowhere,
// and its programs paint.
type draft struct {
	text []byte // of which size bytes are used
	size int
	runs []draftRun
}

// draftRun is text of one style, up to where the next run begins.
type draftRun struct {
	from  int32
	style uint16
}

const (
	// draftSlack is how much longer than what is used a draft's text is: it is written
	// in words.
	draftSlack = 8
	// draftBytes bounds a draft's text, in bytes a column: a row of longer clusters is
	// kept as cells, whose text is in the palette once.
	draftBytes = 8
)

// noStyle is the number of no style.
const noStyle = 1<<16 - 1

// draftable reports whether text at the cursor can go to a draft: the next column of
// one, or the first of a blank row.
func (s *screen) draftable(ln *line) bool {
	return s.x == int(ln.used) && (ln.drafted || s.x == 0)
}

// draft writes the text that b begins with, and the looks that it changes to, as far as
// they can go to the draft of the cursor's row, and returns the number of bytes; 0 where
// the first character is more than text, or the row is no draft.
func (t *Terminal) draft(b []byte) int {
	s := t.scr
	if s != t.main || t.inner.insert || t.pen.protected != 0 || t.charsets.mapped() {
		return 0
	}
	if s.wrapNext {
		if t.inner.noWrap || b[0] >= 0x80 && !t.begins(b) {
			return 0
		}
		t.advance()
	}
	slot := int(s.order[s.y])
	ln := &s.lines[slot]
	if !s.draftable(ln) {
		return 0
	}
	d, last := s.draftOf(slot, ln.drafted)
	limit, most := s.limit(), draftBytes*s.cols
	if d.size > most {
		return 0
	}
	style := t.penCell().Style
	x, i := s.x, 0
	styled := false // looks came last
line:
	for i < len(b) && x < limit {
		from, n, w := d.size, 0, 0
		switch c := b[i]; {
		case c-0x20 < 0x5f:
			n = d.putASCII(b[i:min(len(b), i+limit-x)])
			w = n
		case c >= 0x80 && t.widths == grid.AmbiguousNarrow:
			n, w = d.putOthers(b[i:], limit-x, most, style == last)
		case c == 0x1b && i+1 < len(b) && b[i+1] == '[':
			if n = t.quickSGR(b[i+2:]); n > 0 {
				i += 2 + n
				style, styled = t.pen.id, true
				continue
			}
		}
		if n == 0 {
			break line
		}
		i, x, styled = i+n, x+w, false
		if style != last {
			d.runs = append(d.runs, draftRun{int32(from), style})
			last = style
		}
	}
	if i == 0 {
		return 0
	}
	ln.drafted = true
	t.last = lastPrinted{drafted: true, open: true, styled: styled}
	t.drafted(ln, x, limit)
	return i
}

// draftLone is draft for a single character that looks like what the row ends with; see
// lone.
func (t *Terminal) draftLone(slot int, c byte) bool {
	s := t.scr
	ln := &s.lines[slot]
	if s.x != int(ln.used) || t.pen.protected != 0 {
		return false
	}
	d, last := s.draftOf(slot, ln.drafted)
	if d.size >= len(d.text) || last != t.pen.id && last != noStyle {
		return false
	}
	if last == noStyle {
		d.runs = append(d.runs, draftRun{0, t.pen.id})
	}
	d.text[d.size] = c
	d.size++
	s.x++
	ln.drafted, ln.used = true, int32(s.x)
	t.last = lastPrinted{drafted: true, open: true}
	t.gen++
	ln.gen = t.gen
	return true
}

// drafted moves the cursor behind text that was drafted up to column x.
func (t *Terminal) drafted(ln *line, x, limit int) {
	s := t.scr
	if s.x = x; x == limit {
		s.x, s.wrapNext = limit-1, true
	}
	ln.mark(x, s.cols)
	t.gen++
	ln.gen = t.gen
}

// draftOf returns the draft of a slot, emptied where it is not begun, and the style
// that it ends with.
func (s *screen) draftOf(slot int, begun bool) (d *draft, last uint16) {
	if s.drafts == nil {
		s.drafts = make([]draft, len(s.lines))
	}
	d = &s.drafts[slot]
	if begun {
		return d, d.runs[len(d.runs)-1].style
	}
	d.size, d.runs = 0, d.runs[:0]
	return d, noStyle
}

// settle gives a slot that is a draft its cells.
func (s *screen) settle(slot int) {
	s.lines[slot].drafted = false
	d, cells := &s.drafts[slot], s.slot(slot)[:0]
	for i, r := range d.runs {
		cells = appendPrinted(cells, d.text[r.from:d.end(i)], r.style, s.palette)
	}
}

// end is where a run ends.
func (d *draft) end(run int) int {
	if run+1 < len(d.runs) {
		return int(d.runs[run+1].from)
	}
	return d.size
}

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
