package ui

import (
	"os"

	"dormer/session/grid"
	"dormer/ui/homedir"
)

// cut is [grid.Cut].
func cut(s string, cols int) string { return grid.Cut(s, cols) }

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
