//go:build unix && !linux

package host

// Here nobody tells what runs in another process.
func processCommand(int) string    { return "" }
func groupCommand(int, int) string { return "" }
