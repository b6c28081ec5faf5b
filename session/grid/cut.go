package grid

// Cut shortens text to a number of columns, and ends shortened text with "…". With no
// columns it returns an empty string.
func Cut(s string, cols int) string {
	if StringWidth(s) <= cols {
		return s
	}
	if cols < 1 {
		return ""
	}
	return Front(s, cols-1) + "…"
}

// Front returns as many whole clusters from the start of a text as fit into cols columns.
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
