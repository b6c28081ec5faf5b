package ui

import (
	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/workspace"
)

// overlay is a box over the panes, as text with SGR.
type overlay struct {
	rect   workspace.Rect
	text   string
	cursor *point
}

// point is a cell of the screen.
type point struct{ x, y int }

// centred puts rendered text into the middle of the screen, cut where the screen
// is smaller.
func centred(text string, size session.Size) overlay {
	w, h := lipgloss.Size(text)
	w, h = min(w, size.Cols), min(h, size.Rows)
	return overlay{
		text: text,
		rect: workspace.Rect{X: (size.Cols - w) / 2, Y: (size.Rows - h) / 2, W: w, H: h},
	}
}
