package ui

import (
	"os"
	"path/filepath"
	"strings"
)

// shortDir is a directory with the home directory as ~.
func shortDir(dir string) string {
	home, err := os.UserHomeDir()
	if err == nil && home != "/" && (dir == home || strings.HasPrefix(dir, home+"/")) {
		return "~" + dir[len(home):]
	}
	return dir
}

// homeDir is a directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
func homeDir(dir, below string) string {
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(below, dir)
}
