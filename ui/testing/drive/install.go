//go:build linux

package drive

import (
	"os"
	"syscall"
	"testing"
)

// Install writes a program that can be run at once. No other test starts a process
// meanwhile: that would hold the file open for writing until it runs something
// else, and what is open for writing cannot be run ("text file busy").
func Install(t testing.TB, path string, program []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
}
