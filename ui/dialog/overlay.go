package dialog

import (
	"strings"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Overlay is a box over the panes: lines of text with SGR, in a rectangle of the screen
// that is blank but for them.
type Overlay struct {
	Rect workspace.Rect
	Text string
	// Cursor is where one types in it, nil where one does not.
	Cursor *geometry.Point
	// Passive says that it does not take the keyboard: the cursor stays where it is.
	Passive bool
	// Preview is a session that is shown in it, nil for none.
	Preview *preview
}

// preview is what a session shows, in a rectangle of the screen.
type preview struct {
	Rect    workspace.Rect
	Session session.ID
	// At is what of its history is shown, nil for its screen.
	At *wire.Match
}

// Framed is a box with lines of at most inner columns in the middle of the
// screen, without its frame where the screen has no room for that.
func Framed(l theme.Looks, lines []string, inner int, size session.Size) Overlay {
	w, h := inner, len(lines)
	if w+4 <= size.Cols && h+2 <= size.Rows {
		w, h = w+4, h+2
		lines = l.Boxed(lines, inner)
	}
	text := strings.Join(lines, "\n")
	w, h = min(w, size.Cols), min(h, size.Rows)
	return Overlay{
		Text: text,
		Rect: workspace.Rect{X: (size.Cols - w) / 2, Y: (size.Rows - h) / 2, W: w, H: h},
	}
}

// bottomLine is a single line at the bottom of the screen.
func bottomLine(text string, size session.Size) Overlay {
	return Overlay{Text: text, Rect: workspace.Rect{Y: size.Rows - 1, W: size.Cols, H: 1}}
}
