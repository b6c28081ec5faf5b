package theme

import (
	"charm.land/lipgloss/v2"

	"dormer/session/grid"
)

// Pen converts a style to one of lipgloss.
func Pen(s grid.Style) lipgloss.Style {
	return lipgloss.NewStyle().Inline(true).Foreground(colorOf(s.FG)).Background(colorOf(s.BG)).
		Bold(s.Attrs&grid.Bold != 0).Reverse(s.Attrs&grid.Reverse != 0).Underline(s.Underline != grid.NoUnderline)
}
