package host

import (
	"slices"
	"strings"
	"time"

	"dormer/session/checkpoint"
	"dormer/session/wire"
)

// restoredText is what a session that starts again shows first, as bytes for an emulator:
// the lines of its last checkpoint, and a line with the time of that. Wrapped lines are
// joined, so that they fit the present width. An empty checkpoint gives nothing.
func restoredText(c checkpoint.Checkpoint) []byte {
	var text []byte
	for _, l := range c.Above.Lines {
		text = appendRestored(text, l, c.Above.Styles, c.Screen.Cols)
	}
	screen := slices.Clone(c.Screen.Lines)
	slices.SortFunc(screen, func(a, b wire.Line) int { return a.Row - b.Row })
	row := 0
	for _, l := range screen {
		for ; row < l.Row; row++ { // frames leave blank rows out
			text = append(text, "\r\n"...)
		}
		text = appendRestored(text, l, c.Screen.Styles, c.Screen.Cols)
		row = l.Row + 1
	}
	if len(text) == 0 {
		return nil
	}
	const quiet, plain = "\x1b[0;2m", "\x1b[m"
	when := c.At.Local().Format(time.DateTime)
	return append(text, "\r"+quiet+"-- as it was on "+when+"; started again --"+plain+"\r\n"...)
}

func appendRestored(text []byte, l wire.Line, styles []wire.Style, cols int) []byte {
	for _, s := range l.Spans {
		cols -= s.Cols
		if s.Style > 0 && s.Style < len(styles) {
			text = appendSGR(text, styles[s.Style].Style)
		} else {
			text = append(text, "\x1b[m"...)
		}
		if s.Kind == wire.Blank {
			text = append(text, strings.Repeat(" ", s.Cols)...)
		}
		text = append(text, s.Text...)
	}
	text = append(text, "\x1b[m"...)
	if l.Wrapped {
		return append(text, strings.Repeat(" ", max(cols, 0))...)
	}
	return append(text, "\r\n"...)
}
