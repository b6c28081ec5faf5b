package agent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMessage is the longest message, in bytes.
const maxMessage = 2048

// Line returns untrusted text as one line that is safe to display: valid UTF-8 without control
// characters, marks that change the direction of text, and invisible characters, of at most 2048
// bytes.
func Line(text string) string { return line(text, maxMessage) }

func line(text string, limit int) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == utf8.RuneError || invisible(r):
			continue
		case isBreak(r) || unicode.IsControl(r):
			r = ' '
		}
		if out.Len()+utf8.RuneLen(r) > limit {
			break
		}
		out.WriteRune(r)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// isBreak reports whether r ends a line.
func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// invisible reports whether r is an invisible character: a format character, such as a mark that
// changes the direction of text, or a filler. Variation selectors are not: they determine the look
// of the character before them.
func invisible(r rune) bool {
	if unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return false
	}
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
