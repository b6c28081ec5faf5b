package grid

// Cut shortens text to a number of columns; what is cut off is shown as "…". Where
// there is no column nothing is left.
func Cut(s string, cols int) string {
	if StringWidth(s) <= cols {
		return s
	}
	if cols < 1 {
		return ""
	}
	width, end := 0, 0
	for end < len(s) {
		cluster, w := NextCluster(s[end:])
		if width+w > cols-1 {
			break
		}
		width += w
		end += len(cluster)
	}
	return s[:end] + "…"
}
