//go:build linux

package drive

import (
	"os"
	"syscall"
	"testing"
)

// Install writes an executable file that can be run at once. It keeps other tests from starting
// processes meanwhile: a process started now would inherit the file open for writing, until it
// executes its own program, and the kernel refuses to run such a file ("text file busy").
func Install(t testing.TB, path string, program []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
}
