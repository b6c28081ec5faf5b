package dialog

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Drop shades the target of a drag and says what dropping there would do.
func Drop(over workspace.Rect, says string, l theme.Looks) Overlay {
	const shade = "▒"
	lines := make([]string, over.H)
	for y := range lines {
		lines[y] = strings.Repeat(shade, over.W)
	}
	label := grid.Cut(" "+says+" ", over.W)
	w := grid.StringWidth(label)
	before := (over.W - w) / 2
	lines[over.H/2] = strings.Repeat(shade, before) + l.Selected.Render(label) + strings.Repeat(shade, over.W-w-before)
	return Overlay{Rect: over, Text: strings.Join(lines, "\n")}
}
