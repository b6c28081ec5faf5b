package grid

import (
	"unicode/utf8"

	"dormer/session/grid/internal/prop"
)

//go:generate go run ./internal/gen

// property returns the packed properties of a code point.
func property(r rune) byte {
	if uint32(r) > utf8.MaxRune {
		return prop.Pack(1, false, prop.Other)
	}
	return propBlocks[int(propIndex[r>>8])<<8|int(r&0xff)]
}

// RuneWidth returns the number of columns of a code point that stands alone: 0 for marks
// and format characters, 1, or 2. Control characters take 0.
// East Asian ambiguous characters take 1; see [RuneIsAmbiguous].
func RuneWidth(r rune) int { return prop.Width(property(r)) }

// Widths selects the width of East Asian ambiguous characters (UAX #11, class A).
type Widths uint8

// The ways of counting ambiguous characters.
const (
	AmbiguousNarrow Widths = iota
	AmbiguousWide
)

// Of returns the number of columns of a lone code point with these properties.
func (w Widths) Of(p Properties) int { return prop.WidthIn(byte(p), byte(w)) }

// RuneIsAmbiguous reports whether r is narrow here but wide in an East Asian
// context (UAX #11, class A).
func RuneIsAmbiguous(r rune) bool { return prop.Ambiguous(property(r)) }

// Width returns the number of columns that one grapheme cluster takes: 0, 1 or 2. It is the
// width of its first code point, and 2 if VARIATION SELECTOR-16 follows a character that
// has an emoji form. All of dormer measures with this function, so that cells never overlap.
func Width(cluster string) int {
	if cluster == "" {
		return 0
	}
	if c := cluster[0]; c < utf8.RuneSelf && len(cluster) == 1 {
		return RuneWidth(rune(c))
	}
	first, n := utf8.DecodeRuneInString(cluster)
	if next, _ := utf8.DecodeRuneInString(cluster[n:]); next == EmojiSelector && WantsEmoji(first) {
		return 2
	}
	return RuneWidth(first)
}

// EmojiSelector is VARIATION SELECTOR-16. It makes a preceding narrow character wide if
// that has an emoji form ([WantsEmoji]).
const EmojiSelector = 0xfe0f

// WantsEmoji reports whether r followed by [EmojiSelector] is an emoji: r is a pictograph,
// or the base of a keycap.
func WantsEmoji(r rune) bool {
	return r == '#' || r == '*' || '0' <= r && r <= '9' || prop.ClassOf(property(r)) == prop.Pictograph
}

// StringWidth returns the number of columns of text without control characters: the sum
// over its clusters.
func StringWidth(s string) int {
	total := 0
	for s != "" {
		cluster, w := NextCluster(s)
		total += w
		s = s[len(cluster):]
	}
	return total
}

// Properties are all the properties of a code point that printing needs, from one table
// lookup.
type Properties byte

// PropertiesOf returns the properties of r.
func PropertiesOf(r rune) Properties { return Properties(property(r)) }

// Width is [RuneWidth].
func (p Properties) Width() int { return prop.Width(byte(p)) }

// Starts reports whether the code point begins a cluster regardless of the text before it,
// and takes columns.
func (p Properties) Starts() bool {
	const classes = 1<<prop.Other | 1<<prop.JamoLead | 1<<prop.Syllable
	return uint32(classes)>>(prop.ClassOf(byte(p))&15)&1 != 0 && prop.Width(byte(p)) != 0
}

// Pictograph reports whether the code point is an emoji or the like, which begins a cluster
// except after a joiner.
func (p Properties) Pictograph() bool { return prop.ClassOf(byte(p)) == prop.Pictograph }
