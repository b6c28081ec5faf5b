//go:build !linux

package persist

import (
	"os/exec"
	"testing"
)

func mountSmall(t *testing.T, _ string) {
	t.Helper()
	t.Skip("small file systems are mounted on Linux only")
}

func remountReadOnly(t *testing.T, _ string) {
	t.Helper()
	t.Skip("file systems are mounted on Linux only")
}

func giveAway(t *testing.T, _ string, _ *exec.Cmd) {
	t.Helper()
	t.Skip("run this as a user who is not root")
}
