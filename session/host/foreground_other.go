//go:build unix && !linux

package host

// Here nobody tells what runs in another process, and only the child itself says where it
// is (OSC 7).
func processCommand(int) string    { return "" }
func groupCommand(int, int) string { return "" }
func workingDir(int) string        { return "" }
