//go:build unix && !linux

package host

// Without proc(5) the foreground is unknown, and only the child itself reports its
// directory (OSC 7).
func processCommand(int) string    { return "" }
func groupCommand(int, int) string { return "" }
func workingDir(int) string        { return "" }
