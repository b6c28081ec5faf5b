package ui

import (
	"dormer/session"
	"dormer/workspace"
)

// hiddenIn counts the floating panes of a tab that are not shown.
func hiddenIn(t workspace.Tab) int { return len(hiddenFloats(t)) }

// hiddenFloats are the floating panes of a tab that are not shown.
func hiddenFloats(t workspace.Tab) (ids []session.ID) {
	for _, f := range t.Floats {
		if f.Hidden {
			ids = append(ids, f.Session)
		}
	}
	return ids
}
