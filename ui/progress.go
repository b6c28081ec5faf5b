package ui

import (
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/workspace"
)

// progressOf is how far a session's child says that it is (OSC 9 ; 4).
func (m *Model) progressOf(id session.ID) grid.Progress {
	if l := m.live[id]; l != nil && !l.over() {
		return l.progress
	}
	return grid.Progress{}
}

// tabProgress is that of the tab's active pane, else of the first that tells any.
func (m *Model) tabProgress(t workspace.Tab) grid.Progress {
	for _, id := range append([]session.ID{t.Active}, t.Panes()...) {
		if p := m.progressOf(id); p != (grid.Progress{}) {
			return p
		}
	}
	return grid.Progress{}
}

// progressWords is progress in a word; empty for none.
func progressWords(p grid.Progress) string {
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

// progressBar is progress for a title: a bar and a word, or only the word where
// nothing can be drawn to scale.
func progressBar(p grid.Progress) string {
	words := progressWords(p)
	if words == "" || p.State == grid.ProgressUnknown {
		return words
	}
	full := int(p.Percent) * progressCells / 100
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", progressCells-full) + "] " + words
}
