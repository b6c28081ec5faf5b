package vt

import "unicode/utf8"

// decode returns the first character of b, which does not begin with ASCII, and its
// length in bytes. Invalid UTF-8 becomes U+FFFD, one for each maximal part of a
// character (Unicode 3.9, "U+FFFD Substitution of Maximal Subparts"). size is 0 if b
// ends within a character.
func decode(b []byte) (r rune, size int) {
	if r, size = utf8.DecodeRune(b); size > 1 {
		return r, size
	}
	if !utf8.FullRune(b) {
		return 0, 0
	}
	for size < len(b) && !utf8.FullRune(b[:size+1]) {
		size++
	}
	return utf8.RuneError, size
}

// peekRune returns the first character of b and its length in bytes, or 0 if it is a
// control or incomplete, or b is empty.
func peekRune(b []byte) (r rune, size int) {
	switch {
	case len(b) == 0:
		return 0, 0
	case b[0] >= utf8.RuneSelf:
		return decode(b)
	case b[0]-0x20 >= 0x5f:
		return 0, 0
	}
	return rune(b[0]), 1
}

// keepPartial keeps an incomplete character at the end of b, and returns the number of
// bytes kept.
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

// completeRune continues an incomplete character, and returns the number of bytes taken
// from b.
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
