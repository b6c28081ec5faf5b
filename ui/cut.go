package ui

import (
	"strings"

	"dormer/session/grid"
)

// cut shortens text to a number of columns; what is cut off is shown as "…".
func cut(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	var b strings.Builder
	width := 0
	for rest := s; rest != ""; {
		cluster, w := grid.NextCluster(rest)
		if width+w > cols-1 {
			break
		}
		b.WriteString(cluster)
		width += w
		rest = rest[len(cluster):]
	}
	if cols > 0 {
		b.WriteString("…")
	}
	return b.String()
}

// cutMiddle shortens text to a number of columns and keeps both ends: what a
// sentence is about stands at its beginning, what to do next at its end.
func cutMiddle(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	head := cut(s, cols/3)
	room := cols - grid.StringWidth(head)
	if head == "" || room < 1 {
		return cut(s, cols)
	}
	tail := s
	for grid.StringWidth(tail) > room {
		cluster, _ := grid.NextCluster(tail)
		tail = tail[len(cluster):]
	}
	return head + tail
}
