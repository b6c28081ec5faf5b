package ui

import (
	"strings"

	"dormer/session"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// framed is a box with lines of at most inner columns in the middle of the
// screen, without its frame where the screen has no room for that.
func framed(l theme.Looks, lines []string, inner int, size session.Size) paint.Overlay {
	w, h := inner, len(lines)
	if w+4 <= size.Cols && h+2 <= size.Rows {
		w, h = w+4, h+2
		lines = l.Boxed(lines, inner)
	}
	text := strings.Join(lines, "\n")
	w, h = min(w, size.Cols), min(h, size.Rows)
	return paint.Overlay{
		Text: text,
		Rect: workspace.Rect{X: (size.Cols - w) / 2, Y: (size.Rows - h) / 2, W: w, H: h},
	}
}

// bottomLine is a single line at the bottom of the screen.
func bottomLine(text string, size session.Size) paint.Overlay {
	return paint.Overlay{Text: text, Rect: workspace.Rect{Y: size.Rows - 1, W: size.Cols, H: 1}}
}
