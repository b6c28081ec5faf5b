package ui

import (
	"os"

	"dormer/ui/homedir"
)

// shortDir is a directory with the home directory as ~.
func shortDir(dir string) string {
	home, _ := os.UserHomeDir() // without one nothing is below it
	return homedir.Short(dir, home)
}

// homeDir is a directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
func homeDir(dir, below string) string {
	home, _ := os.UserHomeDir()
	return homedir.Full(dir, below, home)
}
