package vt

import (
	"strings"
	"unicode/utf8"
)

// charset is a graphic character set that can be designated to G0..G3.
type charset uint8

const (
	ascii     charset = iota
	drawing           // DEC Special Graphics, final 0
	british           // final A: # is a pound sign
	technical         // DEC Technical, final >
	dutch             // and the other national sets, which DECNRCM allows
	finnish
	french
	canadian
	german
	italian
	norwegian
	spanish
	swedish
	swiss
	charsetCount
)

// charsetFinals are the finals that designate a set; the first is the one that is
// told (VT420 manual, SCS; xterm ctlseqs).
var charsetFinals = [charsetCount]string{
	"B", "02", "A", ">", "4", "C5", "Rf", "Q9", "K", "Y", "E6`", "Z", "H7", "=",
}

// replaced are the ASCII characters that national sets have others for, and
// replacements what those are (VT420 manual, National Replacement Character Sets).
const replaced = "#@[\\]^_`{|}~"

var replacements = [charsetCount]string{
	british:   "£@[\\]^_`{|}~",
	dutch:     "£¾ĳ½|^_`¨ƒ¼´",
	finnish:   "#@ÄÖÅÜ_éäöåü",
	french:    "£à°ç§^_`éùè¨",
	canadian:  "#àâçêî_ôéùèû",
	german:    "#§ÄÖÜ^_`äöüß",
	italian:   "£§°çé^_ùàòèì",
	norwegian: "#ÄÆØÅÜ_äæøåü",
	spanish:   "£§¡Ñ¿^_`°ñç~",
	swedish:   "#ÉÄÖÅÜ_éäöåü",
	swiss:     "ùàéçêîèôäöüû",
}

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
	case set == ascii:
		return r
	case set == drawing && r >= 0x5f && r < 0x7f:
		return drawingRunes[r-0x5f]
	case set == technical && r > 0x20 && r < 0x7f:
		return technicalRunes[r-0x21]
	}
	if at := strings.IndexRune(replaced, r); at >= 0 && replacements[set] != "" {
		return nth(replacements[set], at)
	}
	return r
}

// nth is rune n of s.
func nth(s string, n int) rune {
	for _, r := range s {
		if n == 0 {
			return r
		}
		n--
	}
	return utf8.RuneError
}

// designate gives G0..G3 the set with the given final, national ones where they are
// allowed. SCS: ESC ( F and its kin (ECMA-35 14.3). A set that we do not have is
// ASCII.
func (c *charsets) designate(g int, final byte, national bool) {
	c.sets[g] = ascii
	for set, finals := range charsetFinals {
		if strings.IndexByte(finals, final) >= 0 && (national || charset(set) < dutch) {
			c.sets[g] = charset(set)
		}
	}
}

// drawingRunes are the characters of DEC Special Graphics from 0x5f to 0x7e.
var drawingRunes = [32]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}

// technicalRunes are the characters of DEC Technical from 0x21 to 0x7e; there is no
// character for the pieces of a large sum.
var technicalRunes = [94]rune{
	'⎷', '┌', '─', '⌠', '⌡', '│', '⎡', '⎣', '⎤', '⎦', '⎧', '⎩', '⎫', '⎭', '⎨', '⎬',
	'�', '�', '�', '�', '�', '�', '�', '�', '�', '�', '�', '≤', '≠', '≥', '∫',
	'∴', '∝', '∞', '÷', 'Δ', '∇', 'Φ', 'Γ', '∼', '≃', 'Θ', '×', 'Λ', '⇔', '⇒', '≡',
	'Π', 'Ψ', '�', 'Σ', '�', '�', '√', 'Ω', 'Ξ', 'Υ', '⊂', '⊃', '∩', '∪', '∧', '∨',
	'¬', 'α', 'β', 'χ', 'δ', 'ε', 'φ', 'γ', 'η', 'ι', 'θ', 'κ', 'λ', '�', 'ν', '∂',
	'π', 'ψ', 'ρ', 'σ', 'τ', '�', 'ƒ', 'ω', 'ξ', 'υ', 'ζ', '←', '↑', '→', '↓',
}
