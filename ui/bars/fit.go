package bars

import (
	"strings"

	"dormer/session/grid"
)

const (
	// widestName is the width to which a name is cut in a sentence that does not fit.
	widestName = 24
	// longWord is the width above which a word, such as a path, is cut rather than left out.
	longWord = 20
)

// fit shortens a sentence to cols columns. It first cuts names between backquotes, then drops
// words from the end, because a sentence begins with its subject.
func fit(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	return cutWords(shortNames(s), cols)
}

// cutWords shortens a text at a word boundary. It cuts a long word itself.
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

// shortNames returns a sentence with long names between backquotes cut.
func shortNames(s string) string {
	parts := strings.Split(s, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = cutWords(parts[i], widestName)
	}
	return strings.Join(parts, "`")
}
