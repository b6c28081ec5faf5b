package dialog

import (
	"strings"

	"dormer/session/grid"
)

// Wrapped breaks a text into lines of at most width columns: between words, or within a word
// that is longer than a line. Line breaks in the text stay. (The one of lipgloss also breaks
// after a hyphen, for example within Ctrl-b.)
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

// front returns the beginning of a text that fits in width columns, and at least one cluster.
func front(text string, width int) string {
	if head := grid.Front(text, width); head != "" {
		return head
	}
	cluster, _ := grid.NextCluster(text)
	return cluster
}
