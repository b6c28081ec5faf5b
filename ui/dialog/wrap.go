package dialog

import (
	"strings"

	"dormer/session/grid"
)

// Wrapped breaks a text of words into lines of at most width columns: between words,
// and within one only where it has no room in a line of its own. Its own line breaks
// stay. (That of lipgloss breaks behind a hyphen too, and so in the middle of Ctrl-b.)
func Wrapped(text string, width int) []string {
	width = max(width, 1)
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapWords(paragraph, width)...)
	}
	return lines
}

func wrapWords(text string, width int) (lines []string) {
	line, used := "", 0
	for word := range strings.SplitSeq(text, " ") {
		w := grid.StringWidth(word)
		if used > 0 && used+1+w > width {
			lines, line, used = append(lines, line), "", 0
		} else if used > 0 {
			line, used = line+" ", used+1
		}
		for w > width {
			head := front(word, width)
			lines, word = append(lines, head), word[len(head):]
			w = grid.StringWidth(word)
		}
		line, used = line+word, used+w
	}
	return append(lines, line)
}

// front is the beginning of a text that takes at most width columns, a cluster at
// least.
func front(text string, width int) string {
	if head := grid.Front(text, width); head != "" {
		return head
	}
	cluster, _ := grid.NextCluster(text)
	return cluster
}
