package bars

import (
	"strings"

	"dormer/session/grid"
)

const (
	// widestName is the room that a name in a sentence gets where the whole has none.
	widestName = 24
	// longWord is a word, such as a path, that is cut rather than left out.
	longWord = 20
)

// fit shortens a sentence to a number of columns. Names in it, between backquotes, give
// way first, then its end, word by word: what it is about stands at its beginning.
func fit(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	return cutWords(shortNames(s), cols)
}

// cutWords cuts the end of a text between two words; a long word is cut itself.
func cutWords(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	if cols < 1 {
		return ""
	}
	line, used := "", 0
	for word := range strings.SplitSeq(s, " ") {
		gap := min(len(line), 1)
		w := grid.StringWidth(word)
		if used+gap+w > cols-1 {
			if room := cols - used - gap; line == "" || w > longWord && room > longWord/2 {
				return line + strings.Repeat(" ", gap) + grid.Cut(word, room)
			}
			break
		}
		line, used = line+strings.Repeat(" ", gap)+word, used+gap+w
	}
	return strings.TrimRight(line, " ,;:") + "…"
}

// shortNames is a sentence with its long names cut.
func shortNames(s string) string {
	parts := strings.Split(s, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = cutWords(parts[i], widestName)
	}
	return strings.Join(parts, "`")
}
