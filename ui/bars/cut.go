package bars

import "dormer/session/grid"

// cutMiddle shortens text to a number of columns and keeps both ends: what a
// sentence is about stands at its beginning, what to do next at its end.
func cutMiddle(s string, cols int) string {
	if grid.StringWidth(s) <= cols {
		return s
	}
	head := grid.Cut(s, cols/3)
	room := cols - grid.StringWidth(head)
	if head == "" || room < 1 {
		return grid.Cut(s, cols)
	}
	tail := s
	for grid.StringWidth(tail) > room {
		cluster, _ := grid.NextCluster(tail)
		tail = tail[len(cluster):]
	}
	return head + tail
}
