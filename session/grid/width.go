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

// RuneWidth is the number of columns that a code point takes when it stands
// alone: 0 for marks and format characters, 1, or 2. Control characters take 0.
// East Asian ambiguous characters take 1; see [RuneIsAmbiguous].
func RuneWidth(r rune) int { return prop.Width(property(r)) }

// Widths say how many columns the East Asian ambiguous characters take (UAX #11, class
// A): one by default, two where a user's terminals and programs have them so.
type Widths uint8

// The ways of counting ambiguous characters.
const (
	AmbiguousNarrow Widths = iota
	AmbiguousWide
)

// Of is the number of columns that a code point of these properties takes alone.
func (w Widths) Of(p Properties) int { return prop.WidthIn(byte(p), byte(w)) }

// RuneIsAmbiguous reports whether r is narrow here but wide in an East Asian
// context (UAX #11, class A).
func RuneIsAmbiguous(r rune) bool { return prop.Ambiguous(property(r)) }

// Width is the number of columns that one grapheme cluster takes: 0, 1 or 2. It
// is the width of its first code point, and 2 where that is followed by a second
// half of a flag or by VARIATION SELECTOR-16, which asks for an emoji. Every part
// of dormer measures with this function; a second authority would tear borders.
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

// EmojiSelector is VARIATION SELECTOR-16, which makes the narrow character before
// it a wide one, where that wants it ([WantsEmoji]).
const EmojiSelector = 0xfe0f

// WantsEmoji reports whether a selector after r makes an emoji of it: the
// pictographs, and the bases of keycaps.
func WantsEmoji(r rune) bool {
	return r == '#' || r == '*' || '0' <= r && r <= '9' || prop.ClassOf(property(r)) == prop.Pictograph
}

// StringWidth is the number of columns that text without control characters
// takes: the sum over its clusters.
func StringWidth(s string) int {
	total := 0
	for s != "" {
		cluster, w := NextCluster(s)
		total += w
		s = s[len(cluster):]
	}
	return total
}

// Properties are what a code point does to its cell and its neighbours: all that
// printing it has to know, in one look at the table.
type Properties byte

// PropertiesOf returns the properties of r.
func PropertiesOf(r rune) Properties { return Properties(property(r)) }

// Width is [RuneWidth].
func (p Properties) Width() int { return prop.Width(byte(p)) }

// Starts reports whether the code point begins a cluster, whatever is before it,
// and has columns of its own.
func (p Properties) Starts() bool {
	const classes = 1<<prop.Other | 1<<prop.JamoLead | 1<<prop.Syllable
	return uint32(classes)>>(prop.ClassOf(byte(p))&15)&1 != 0 && prop.Width(byte(p)) != 0
}

// Pictograph reports whether the code point is an emoji or the like, which begins
// a cluster except behind a joiner.
func (p Properties) Pictograph() bool { return prop.ClassOf(byte(p)) == prop.Pictograph }
