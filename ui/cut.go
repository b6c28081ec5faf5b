package ui

import (
	"dormer/session/grid"
)

// cut is [grid.Cut].
func cut(s string, cols int) string { return grid.Cut(s, cols) }
