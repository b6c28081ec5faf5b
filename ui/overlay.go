package ui

import (
	"strings"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/theme"
	"dormer/workspace"
)

// overlay is a box over the panes, as text with SGR.
type overlay struct {
	rect   workspace.Rect
	text   string
	cursor *geometry.Point
	// passive says that it does not take the keyboard: the cursor stays where it is.
	passive bool
	// previews are pictures of sessions in it.
	previews []preview
}

// preview is a picture of a session as it is now, in a rectangle of the screen.
type preview struct {
	rect   workspace.Rect
	client *client.Session
	// at is what of the session's history is in the middle of it, nil for its screen.
	at *wire.Match
}

// framed is a box with lines of at most inner columns in the middle of the
// screen, without its frame where the screen has no room for that.
func framed(l theme.Looks, lines []string, inner int, size session.Size) overlay {
	w, h := inner, len(lines)
	if w+4 <= size.Cols && h+2 <= size.Rows {
		w, h = w+4, h+2
		lines = l.Boxed(lines, inner)
	}
	text := strings.Join(lines, "\n")
	w, h = min(w, size.Cols), min(h, size.Rows)
	return overlay{
		text: text,
		rect: workspace.Rect{X: (size.Cols - w) / 2, Y: (size.Rows - h) / 2, W: w, H: h},
	}
}

// bottomLine is a single line at the bottom of the screen.
func bottomLine(text string, size session.Size) overlay {
	return overlay{text: text, rect: workspace.Rect{Y: size.Rows - 1, W: size.Cols, H: 1}}
}
