//go:build unix && !linux

package screen

// isPTY reports whether a terminal is known to be a pseudo-terminal, which here none is.
func isPTY(int) bool { return false }
