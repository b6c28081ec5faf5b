package vt

import (
	"encoding/binary"
	"unicode/utf8"
)

// decode returns the first character of b, which does not begin with ASCII, and
// its bytes. What is not UTF-8 is U+FFFD, one for each maximal part of a
// character (Unicode 3.9, "U+FFFD Substitution of Maximal Subparts"). size is 0
// where b ends within a character.
func decode(b []byte) (r rune, size int) {
	c := b[0]
	if c >= 0xc2 && c < 0xe0 && len(b) > 1 && b[1]&0xc0 == 0x80 {
		return rune(c&0x1f)<<6 | rune(b[1]&0x3f), 2
	}
	if c > 0xe0 && c < 0xed && len(b) > 2 && b[1]&0xc0 == 0x80 && b[2]&0xc0 == 0x80 {
		return rune(c&0x0f)<<12 | rune(b[1]&0x3f)<<6 | rune(b[2]&0x3f), 3
	}
	if r, size = utf8.DecodeRune(b); size > 1 {
		return r, size
	}
	return decodeBroken(b)
}

// decodeBroken finds how much of b is the beginning of a character.
func decodeBroken(b []byte) (rune, int) {
	length, low, high := 0, byte(0x80), byte(0xbf)
	switch c := b[0]; {
	case c >= 0xc2 && c < 0xe0:
		length = 2
	case c >= 0xe0 && c < 0xf0:
		length = 3
		if c == 0xe0 {
			low = 0xa0
		}
		if c == 0xed {
			high = 0x9f
		}
	case c >= 0xf0 && c < 0xf5:
		length = 4
		if c == 0xf0 {
			low = 0x90
		}
		if c == 0xf4 {
			high = 0x8f
		}
	default:
		return utf8.RuneError, 1
	}
	n := 1
	for n < length {
		if n == len(b) {
			return 0, 0
		}
		if b[n] < low || b[n] > high {
			return utf8.RuneError, n
		}
		low, high = 0x80, 0xbf
		n++
	}
	return utf8.RuneError, n
}

// glance returns the first character of b and its bytes: none where that is a
// control, not complete, or there is nothing.
func glance(b []byte) (r rune, size int) {
	if len(b) < 4 {
		return glanceEnd(b)
	}
	c := binary.LittleEndian.Uint32(b)
	switch {
	case c&0xc0c0c0f8 == 0x808080f0: // most clusters begin with four bytes
		r = rune(c&7<<18 | c<<4&0x3f000 | c>>10&0xfc0 | c>>24&0x3f)
		if r-0x10000 < 0x100000 && r >= 0x10000 {
			return r, 4
		}
	case c&0xc0c0f0 == 0x8080e0:
		r = rune(c&0xf<<12 | c>>2&0xfc0 | c>>16&0x3f)
		if r >= 0x800 && uint32(r)-0xd800 >= 0x800 {
			return r, 3
		}
	case c&0xc0e0 == 0x80c0:
		if r = rune(c&0x1f<<6 | c>>8&0x3f); r >= 0x80 {
			return r, 2
		}
	}
	return glanceEnd(b)
}

// glanceEnd is glance where b may be short, or is not UTF-8.
func glanceEnd(b []byte) (r rune, size int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0] >= 0x80:
		return decode(b)
	case b[0]-0x20 >= 0x5f:
		return 0, 0
	}
	return rune(b[0]), 1
}

// keepPartial keeps the beginning of a character that b ends with, and returns
// the number of bytes kept.
func (t *Terminal) keepPartial(b []byte) int {
	if t.parser.state != ground || len(b) == 0 || b[0] < 0x80 {
		return 0
	}
	if _, n := decode(b); n != 0 {
		return 0
	}
	t.parser.npartial = copy(t.parser.partial[:], b)
	return len(b)
}

// completeRune goes on with a character whose beginning was kept, and returns the
// number of bytes of b that it took.
func (t *Terminal) completeRune(b []byte) int {
	p := &t.parser
	had := p.npartial
	n := copy(p.partial[had:], b)
	r, size := decode(p.partial[:had+n])
	if size == 0 {
		p.npartial = had + n
		return n
	}
	p.npartial = 0
	t.printDecoded(r, p.partial[:size])
	return max(size-had, 0)
}
