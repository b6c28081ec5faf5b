package diffview

import (
	"unicode/utf8"

	"dormer/ui/safetext"
)

// maxLine is how many bytes of a line are shown.
const maxLine = 4000

// safe is a text as it can be drawn in one row ([safetext.Line]). The rest of a very long line is
// left out.
func safe(text string) string {
	if len(text) <= maxLine {
		return safetext.Line(text)
	}
	end := maxLine
	for end > maxLine-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return safetext.Line(text[:end]) + "…"
}
