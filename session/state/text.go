package state

import (
	"strings"
	"unicode"
)

// maxText is the longest text of a document, in bytes.
const maxText = 1024

// cleanText makes one line of a text that may have come from anywhere: it is
// shown on terminals, which must not take orders from it.
func cleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp):
			return -1
		}
		return r
	}, s)
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return strings.TrimSpace(s)
}
