package ui

import (
	"strconv"

	"dormer/session/grid"
)

// cut is [grid.Cut].
func cut(s string, cols int) string { return grid.Cut(s, cols) }

func panesText(n int) string { return counted(n, "pane") }

func tabsText(n int) string { return counted(n, "tab") }

// counted is a number of things: "1 pane", "3 panes".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
