package homedir

import (
	"path/filepath"
	"strings"
)

// Short returns a directory with ~ for the home directory, if it is that or below it. If home is
// empty or the root, it returns dir unchanged, because everything is below the root.
func Short(dir, home string) string {
	if rest, ok := strings.CutPrefix(dir, home); ok && len(home) > 1 && ends(rest) {
		return "~" + rest
	}
	return dir
}

// Full returns the absolute path of a directory or file as written by the user: ~ is the home
// directory, unless home is empty, and a relative path is relative to below.
func Full(written, below, home string) string {
	if rest, ok := strings.CutPrefix(written, "~"); ok && home != "" && ends(rest) {
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(written) {
		return filepath.Clean(written)
	}
	return filepath.Join(below, written)
}

// ends reports whether a name ends before rest, the remainder of a path.
func ends(rest string) bool { return rest == "" || rest[0] == '/' }
