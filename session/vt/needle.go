package vt

import (
	"bytes"
	"regexp/syntax"
	"strings"
)

// required returns a text that every match of an expression contains: the longest one
// that is easy to find, or an empty text.
func required(re *syntax.Regexp) (needle []byte, fold bool) {
	var r requirement
	r.add(re)
	r.end()
	if r.best.fold {
		return bytes.ToLower([]byte(r.best.text)), true
	}
	return []byte(r.best.text), false
}

// requirement collects the texts that every match contains, from left to right.
type requirement struct{ run, best requiredText }

type requiredText struct {
	text string
	fold bool
}

// add adds the requirements of an expression after the previous ones.
func (r *requirement) add(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		r.addText(string(re.Rune), re.Flags&syntax.FoldCase != 0)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			r.add(sub)
		}
	case syntax.OpCapture:
		r.add(re.Sub[0])
	case syntax.OpPlus:
		r.add(re.Sub[0])
		r.end()
		if re.Sub[0].Op == syntax.OpLiteral { // every match ends with this literal too
			r.add(re.Sub[0])
		}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
	default:
		r.end()
	}
}

// addText adds a text. If it is compared differently from the text before it, it begins a
// new one.
func (r *requirement) addText(text string, fold bool) {
	if fold && !isASCII(text) {
		r.end()
		return
	}
	fold = fold && hasLetter(text)
	if fold != r.run.fold && hasLetter(text) && hasLetter(r.run.text) {
		r.end()
	}
	r.run.text += text
	r.run.fold = r.run.fold || fold
}

// end ends a text: the next text does not follow it directly.
func (r *requirement) end() {
	if len(r.run.text) > len(r.best.text) {
		r.best = r.run
	}
	r.run = requiredText{}
}

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' || r >= 0x80 })
}

// foldsToASCII reports whether text contains a character outside ASCII that folds to an
// ASCII letter: the long s or the Kelvin sign.
func foldsToASCII(text []byte) bool {
	return bytes.Contains(text, []byte("\u017f")) || bytes.Contains(text, []byte("\u212a"))
}
