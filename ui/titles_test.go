package ui

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/paint"
)

// titleOf returns a pane's title as text.
func titleOf(p paint.Pane) string {
	line, x := "", 0
	for i, s := range p.Title {
		if i > 0 {
			line += strings.Repeat(" ", s.X-x)
		}
		line, x = line+s.Text, s.X+grid.StringWidth(s.Text)
	}
	return line
}
