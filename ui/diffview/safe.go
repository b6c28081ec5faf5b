package diffview

import (
	"unicode/utf8"

	"dormer/ui/safetext"
)

// maxLine is the number of bytes after which a line is cut.
const maxLine = 4000

// safe returns a text that can be drawn in one row ([safetext.Line]). It cuts very long lines.
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
