package grid

import (
	"unicode/utf8"

	"dormer/session/grid/internal/prop"
)

// MaxClusterBytes bounds a cluster. The longest emoji sequences take some forty bytes.
// Further code points begin a new cluster, or are dropped by an emulator, so that a cell
// cannot grow without limit.
const MaxClusterBytes = 127

// NextCluster returns the first grapheme cluster of s and its columns ([Width]). For the
// empty string it returns the empty string and 0. Each invalid byte is a cluster of one
// column.
//
// The rules are those of UAX #29 as terminals apply them: code points that take columns
// (spacing vowel signs, conjuncts) begin a new cell, as programs that measure with wcwidth
// expect.
func NextCluster(s string) (cluster string, width int) {
	if s == "" {
		return "", 0
	}
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return s[:1], RuneWidth(rune(s[0]))
	}
	_, end := utf8.DecodeRuneInString(s)
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if end+n > MaxClusterBytes || !Joins(s[:end], r) {
			break
		}
		end += n
	}
	return s[:end], Width(s[:end])
}

// Joins reports whether r, directly after cluster, belongs to it. Nothing joins a control
// character.
func Joins(cluster string, r rune) bool {
	if cluster == "" {
		return false
	}
	first, n := utf8.DecodeRuneInString(cluster)
	last, _ := utf8.DecodeLastRuneInString(cluster)
	return JoinsRunes(first, last, n == len(cluster), r)
}

// JoinsRunes is [Joins] for a cluster given by its first and last code points. single means
// that they are the same one.
func JoinsRunes(first, last rune, single bool, r rune) bool {
	return !RuneIsControl(last) && PropertiesOf(r).Joins(PropertiesOf(first), PropertiesOf(last), single)
}

// Joins is [JoinsRunes] by the properties of code points. None of them may be a control
// character.
func (p Properties) Joins(first, last Properties, single bool) bool {
	class, before := prop.ClassOf(byte(p)), prop.ClassOf(byte(last))
	if before == prop.Format {
		return false
	}
	switch class {
	case prop.Mark, prop.Joiner:
		return true
	case prop.Regional:
		return single && before == prop.Regional
	case prop.Modifier:
		return first.Pictograph()
	case prop.Pictograph:
		return before == prop.Joiner && first.Pictograph()
	case prop.JamoVowel:
		return before == prop.JamoLead || before == prop.JamoVowel || before == prop.Syllable
	case prop.JamoTail:
		return before == prop.JamoVowel || before == prop.JamoTail || before == prop.Syllable
	}
	return false
}

// RuneIsControl reports whether r is a C0 or C1 control character or DEL.
func RuneIsControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }
