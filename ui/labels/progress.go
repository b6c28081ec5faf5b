package labels

import (
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/workspace"
)

// Progress is that of the tab's active pane, else of the first that tells any.
func (l *Labels) Progress(t workspace.Tab) grid.Progress {
	for _, id := range append([]session.ID{t.Active}, t.Panes()...) {
		if p := l.Of(id).Progress; p != (grid.Progress{}) {
			return p
		}
	}
	return grid.Progress{}
}

// Percent is progress in a word; empty for none.
func Percent(p grid.Progress) string {
	switch p.State {
	case grid.ProgressGoing:
		return fmt.Sprintf("%d%%", p.Percent)
	case grid.ProgressFailed:
		return fmt.Sprintf("%d%% failed", p.Percent)
	case grid.ProgressPaused:
		return fmt.Sprintf("%d%% paused", p.Percent)
	case grid.ProgressUnknown:
		return "busy"
	}
	return ""
}

// progressCells is how wide the bar of a title is.
const progressCells = 10

// bar is progress for a title: a bar and a word, or only the word where
// nothing can be drawn to scale.
func bar(p grid.Progress) string {
	words := Percent(p)
	if words == "" || p.State == grid.ProgressUnknown {
		return words
	}
	full := int(p.Percent) * progressCells / 100
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", progressCells-full) + "] " + words
}
