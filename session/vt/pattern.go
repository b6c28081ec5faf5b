package vt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

// Pattern is the pattern of a [Finder]. It is immutable.
type Pattern struct {
	// needle is the text to find or, for an expression, a text that every match
	// contains, which may be empty. It is in lower case if fold is set.
	needle []byte
	fold   bool // case of ASCII is ignored
	re     *regexp.Regexp
	simple *syntax.Regexp // the simplified syntax tree of re
}

// NewPattern returns a pattern for a text or, if expression is set, for a regular
// expression in RE2's syntax. If fold is set, case is ignored. The error is a sentence
// for the user who typed the text.
func NewPattern(text string, expression, fold bool) (*Pattern, error) {
	switch {
	case text == "":
		return nil, errors.New("nothing to search for: type a text")
	case !utf8.ValidString(text):
		return nil, errors.New("the text to search for is not UTF-8")
	case expression:
		return newExpression(text, fold)
	case fold && !isASCII(text):
		return newExpression(regexp.QuoteMeta(text), fold)
	case fold:
		return &Pattern{needle: bytes.ToLower([]byte(text)), fold: true}, nil
	}
	return &Pattern{needle: []byte(text)}, nil
}

func newExpression(text string, fold bool) (*Pattern, error) {
	flags := syntax.Perl
	if fold {
		text = "(?i)" + text
	}
	parsed, err := syntax.Parse(text, flags)
	if err != nil {
		return nil, expressionError(err)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, expressionError(err)
	}
	p := &Pattern{re: re, simple: parsed.Simplify()}
	p.needle, p.fold = required(p.simple)
	return p, nil
}

// expressionError returns the error of package regexp as a message for users.
func expressionError(err error) error {
	var s *syntax.Error
	if errors.As(err, &s) {
		return fmt.Errorf("the regular expression cannot be read: %s: %s", s.Code, s.Expr)
	}
	return fmt.Errorf("the regular expression cannot be read: %w", err)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendFolded appends src with the letters of ASCII in lower case, eight bytes at a
// time.
func appendFolded(dst, src []byte) []byte {
	const ones = 0x0101010101010101
	for ; len(src) >= 8; src = src[8:] {
		x := binary.LittleEndian.Uint64(src)
		low := x & (ones * 0x7f)
		fromA := low + ones*(0x80-'A')
		aboveZ := low + ones*(0x80-'Z'-1)
		upper := (fromA ^ aboveZ) &^ x & (ones * 0x80)
		dst = binary.LittleEndian.AppendUint64(dst, x|upper>>2)
	}
	for _, c := range src {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}
