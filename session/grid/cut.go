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
	return Front(s, cols-1) + "…"
}

// Front is the longest beginning of a text that takes at most so many columns: whole
// clusters of it.
func Front(s string, cols int) string {
	width, end := 0, 0
	for end < len(s) {
		cluster, w := NextCluster(s[end:])
		if width+w > cols {
			break
		}
		width += w
		end += len(cluster)
	}
	return s[:end]
}
