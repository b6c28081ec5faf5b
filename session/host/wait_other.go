//go:build !linux

package host

// waitExited does nothing where a child cannot be waited for without reaping it.
func waitExited(int) {}
