package automaton

import (
	"regexp/syntax"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"
)

// alphabet divides the code points into classes. A program treats all code points of a class
// alike, so a state has one transition for each class.
type alphabet struct {
	ascii [utf8.RuneSelf]uint8
	// from and class describe ranges of code points: range i starts at from[i], ends before
	// from[i+1], and belongs to class[i].
	from  []rune
	class []uint8
	// some has one code point of each class.
	some []rune
}

const (
	// maxClasses leaves numbers of a byte free for the end of the text.
	maxClasses = 254
	// maxLooks limits the work of dividing: ranges times sets of code points.
	maxLooks = 1 << 17
)

// newAlphabet returns classes for the sets of code points in a program and for its assertions;
// ok is false if there are too many.
func newAlphabet(sets []*syntax.Inst, looks context) (a *alphabet, ok bool) {
	bounds := []rune{0, '\n', '\n' + 1, '0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1}
	for _, set := range sets {
		bounds = appendBounds(bounds, set)
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	if len(bounds)*(len(sets)+1) > maxLooks {
		return nil, false
	}
	a = &alphabet{}
	classes := map[string]uint8{}
	for _, r := range bounds {
		sign := signOf(r, sets, looks)
		class, known := classes[sign]
		if !known {
			if len(a.some) == maxClasses {
				return nil, false
			}
			class = uint8(len(a.some))
			classes[sign] = class
			a.some = append(a.some, r)
		}
		a.from, a.class = append(a.from, r), append(a.class, class)
	}
	for c := range a.ascii {
		a.ascii[c] = a.search(rune(c))
	}
	return a, true
}

// appendBounds appends the code points at which membership in a set changes.
func appendBounds(bounds []rune, set *syntax.Inst) []rune {
	if len(set.Rune) == 1 {
		r := set.Rune[0]
		bounds = append(bounds, r, r+1)
		if syntax.Flags(set.Arg)&syntax.FoldCase != 0 {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				bounds = append(bounds, f, f+1)
			}
		}
		return bounds
	}
	for i := 0; i+1 < len(set.Rune); i += 2 {
		bounds = append(bounds, set.Rune[i], set.Rune[i+1]+1)
	}
	return bounds
}

// signOf returns a key of the properties that a program can see in a code point: the sets that
// it belongs to and its meaning for assertions.
func signOf(r rune, sets []*syntax.Inst, looks context) string {
	sign := make([]byte, 1+len(sets))
	sign[0] = byte(contextBehind(r) & looks)
	for i, set := range sets {
		if set.MatchRune(r) {
			sign[1+i] = 1
		}
	}
	return string(sign)
}

// of returns the class of the first character of text and its size in bytes.
func (a *alphabet) of(text []byte) (class uint8, size int) {
	if text[0] < utf8.RuneSelf {
		return a.ascii[text[0]], 1
	}
	r, size := utf8.DecodeRune(text)
	return a.search(r), size
}

// ofLast returns the class of the last character of text and its size in bytes.
func (a *alphabet) ofLast(text []byte) (class uint8, size int) {
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		return a.ascii[c], 1
	}
	r, size := utf8.DecodeLastRune(text)
	return a.search(r), size
}

func (a *alphabet) search(r rune) uint8 {
	return a.class[sort.Search(len(a.from), func(i int) bool { return a.from[i] > r })-1]
}

// end returns the class that stands for both ends of the text.
func (a *alphabet) end() uint8 { return uint8(len(a.some)) }
