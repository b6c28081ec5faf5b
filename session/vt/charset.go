package vt

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// charset is a graphic character set that can be designated to G0..G3.
type charset uint8

const (
	ascii        charset = iota
	drawing              // DEC Special Graphics
	british              // # is a pound sign
	technical            // DEC Technical
	supplemental         // DEC Supplemental: the VT220's set in the place of Latin 1
	latin1               // the right half of Latin 1, a set of 96
	dutch                // and the other national sets, which DECNRCM allows
	finnish
	french
	canadian
	german
	italian
	norwegian
	portuguese
	spanish
	swedish
	swiss
	charsetCount
)

// charsetFinals are the ends of the sequences that designate a set of 94 characters. The
// first end of each set is the one reported (VT420 manual, SCS; xterm ctlseqs). 1 and 2
// are the VT100's alternate character ROM, which no terminal has.
var charsetFinals = [charsetCount][]string{
	ascii: {"B", "1", "2"}, drawing: {"0"}, british: {"A"}, technical: {">"}, supplemental: {"<", "%5"},
	dutch: {"4"}, finnish: {"C", "5"}, french: {"R", "f"}, canadian: {"Q", "9"}, german: {"K"}, italian: {"Y"},
	norwegian: {"E", "6", "`"}, portuguese: {"%6"}, spanish: {"Z"}, swedish: {"H", "7"}, swiss: {"="},
}

// replaced are the ASCII characters that national sets replace, and replacements are the
// characters in their place (VT420 manual, National Replacement Character Sets).
const replaced = "#@[\\]^_`{|}~"

var replacements = [charsetCount]string{
	british:    "£@[\\]^_`{|}~",
	dutch:      "£¾ĳ½|^_`¨ƒ¼´",
	finnish:    "#@ÄÖÅÜ_éäöåü",
	french:     "£à°ç§^_`éùè¨",
	canadian:   "#àâçêî_ôéùèû",
	german:     "#§ÄÖÜ^_`äöüß",
	italian:    "£§°çé^_ùàòèì",
	norwegian:  "#ÄÆØÅÜ_äæøåü",
	portuguese: "#@ÃÇÕ^_`ãçõ~",
	spanish:    "£§¡Ñ¿^_`°ñç~",
	swedish:    "#ÉÄÖÅÜ_éäöåü",
	swiss:      "ùàéçêîèôäöüû",
}

// charsets are the four designated sets and the selection among them.
type charsets struct {
	sets  [4]charset
	left  uint8 // GL: the set for printable ASCII
	right uint8 // GR: the set for bytes that are not UTF-8, 0 for none
	shift uint8 // SS2 or SS3: the set for one character, 0 for none
}

// mapped reports whether any character is printed as another.
func (c *charsets) mapped() bool { return c.sets[c.left] != ascii || c.shift != 0 || c.right != 0 }

// of96 reports whether the next character comes from a set of 96, which has a character
// for DEL.
func (c *charsets) of96() bool {
	if c.shift != 0 {
		return c.sets[c.shift] == latin1
	}
	return c.sets[c.left] == latin1
}

// translate maps a code point by the set in use and ends a single shift.
func (c *charsets) translate(r rune) rune {
	set := c.sets[c.left]
	if c.shift != 0 {
		set, c.shift = c.sets[c.shift], 0
	}
	return set.at(r)
}

// again maps a code point by the set in use after a single shift.
func (c *charsets) again(r rune) rune { return c.sets[c.left].at(r) }

// at returns the set's character in place of an ASCII character.
func (set charset) at(r rune) rune {
	switch {
	case set == ascii || r >= 0x80:
		return r
	case set == drawing && r >= 0x5f && r < 0x7f:
		return drawingRunes[r-0x5f]
	case set == technical && r > 0x20 && r < 0x7f:
		return technicalRunes[r-0x21]
	case set == supplemental && r > 0x20 && r < 0x7f:
		return nth(supplementalRunes, int(r-0x21))
	case set == latin1:
		return r | 0x80
	}
	if at := strings.IndexRune(replaced, r); at >= 0 && replacements[set] != "" {
		return nth(replacements[set], at)
	}
	return r
}

// rightOf returns the character for a byte that is not part of UTF-8: from the set in GR
// if a locking shift put one there, else U+FFFD.
func (c *charsets) rightOf(b byte) rune {
	if c.right == 0 || b < 0xa0 {
		return utf8.RuneError
	}
	return c.sets[c.right].at(rune(b & 0x7f))
}

// nth returns rune n of s.
func nth(s string, n int) rune {
	for _, r := range s {
		if n == 0 {
			return r
		}
		n--
	}
	return utf8.RuneError
}

// designate assigns to one of G0..G3 the set of 94 characters with the given end of a
// sequence, national sets only if they are allowed. An unknown set changes nothing. SCS:
// ESC ( F, ESC ( % F and the like (ECMA-35 14.3).
func (c *charsets) designate(g int, final string, national bool) {
	for set, finals := range charsetFinals {
		if slices.Contains(finals, final) && (national || charset(set) < dutch) {
			c.sets[g] = charset(set)
		}
	}
}

// designate96 assigns to one of G1..G3 a set of 96: Latin 1, or, as in xterm, British if
// national sets are allowed. SCS: ESC - F, ESC . F, ESC / F.
func (c *charsets) designate96(g int, final byte, national bool) {
	switch {
	case final != 'A':
	case national:
		c.sets[g] = british
	default:
		c.sets[g] = latin1
	}
}

// supplementalRunes are the characters of DEC Supplemental from 0x21 to 0x7e.
const supplementalRunes = "¡¢£�¥�§¤©ª«����°±²³�µ¶·�¹º»¼½�¿" +
	"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ�ÑÒÓÔÕÖŒØÙÚÛÜŸ�ßàáâãäåæçèéêëìíîï�ñòóôõöœøùúûüÿ�"

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
