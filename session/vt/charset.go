package vt

// charset is a graphic character set that can be designated to G0..G3.
type charset uint8

const (
	ascii   charset = iota
	drawing         // DEC Special Graphics, final 0
	british         // final A: # is a pound sign
)

// charsets are the four designated sets and which of them is in use.
type charsets struct {
	sets  [4]charset
	left  uint8 // GL: the set that printable ASCII is taken from
	shift uint8 // SS2 or SS3: the set for one character, 0 for none
}

// mapped reports whether printable ASCII is anything but itself.
func (c *charsets) mapped() bool { return c.sets[c.left] != ascii || c.shift != 0 }

// translate maps a code point by the set in use and ends a single shift.
func (c *charsets) translate(r rune) rune {
	set := c.sets[c.left]
	if c.shift != 0 {
		set, c.shift = c.sets[c.shift], 0
	}
	switch {
	case set == drawing && r >= 0x5f && r < 0x7f:
		return drawingRunes[r-0x5f]
	case set == british && r == '#':
		return '£'
	}
	return r
}

// designate gives G0..G3 the set with the given final. SCS: ESC ( F and its kin
// (ECMA-35 14.3). A set that we do not have is ASCII.
func (c *charsets) designate(g int, final byte) {
	switch final {
	case '0', '2':
		c.sets[g] = drawing
	case 'A':
		c.sets[g] = british
	default:
		c.sets[g] = ascii
	}
}

// drawingRunes are the characters of DEC Special Graphics from 0x5f to 0x7e.
var drawingRunes = [32]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
