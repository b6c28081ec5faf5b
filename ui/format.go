package ui

import (
	"os"
	"strconv"

	"dormer/session/grid"
	"dormer/ui/homedir"
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

// homeOf is the home directory; without one nothing is below it.
func homeOf() string {
	home, _ := os.UserHomeDir()
	return home
}

// shortDir is a directory with the home directory as ~.
func shortDir(dir string) string { return homedir.Short(dir, homeOf()) }

// homeDir is a directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
func homeDir(dir, below string) string { return homedir.Full(dir, below, homeOf()) }
