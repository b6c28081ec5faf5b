package homedir

import (
	"path/filepath"
	"strings"
)

// Short is a directory with ~ for the home directory, where it is that or below it. It
// is as it was where home is empty or the root, for all is below that.
func Short(dir, home string) string {
	if rest, ok := strings.CutPrefix(dir, home); ok && len(home) > 1 && ends(rest) {
		return "~" + rest
	}
	return dir
}

// Full is the directory, or the file, that somebody wrote: ~ is the home directory,
// unless that is empty, and what is relative is below another directory.
func Full(written, below, home string) string {
	if rest, ok := strings.CutPrefix(written, "~"); ok && home != "" && ends(rest) {
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(written) {
		return filepath.Clean(written)
	}
	return filepath.Join(below, written)
}

// ends reports whether a name ends before the rest of a path.
func ends(rest string) bool { return rest == "" || rest[0] == '/' }
