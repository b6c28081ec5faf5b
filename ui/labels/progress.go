package labels

import (
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/workspace"
)

// Progress returns the progress of the tab's active pane, or else of the first pane that
// reports any.
func (l *Labels) Progress(t workspace.Tab) grid.Progress {
	for _, id := range append([]session.ID{t.Active}, t.Panes()...) {
		if p := l.Of(id).Progress; p != (grid.Progress{}) {
			return p
		}
	}
	return grid.Progress{}
}

// Percent returns progress as text, such as "40%" or "busy"; empty for none.
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

// progressCells is the width in columns of the bar in a title.
const progressCells = 10

// bar returns progress for a title: a bar and the text, or only the text if there is no number
// to draw.
func bar(p grid.Progress) string {
	words := Percent(p)
	if words == "" || p.State == grid.ProgressUnknown {
		return words
	}
	full := int(p.Percent) * progressCells / 100
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", progressCells-full) + "] " + words
}
