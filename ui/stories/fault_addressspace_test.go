//go:build linux && cgo

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// Go's runtime needs address space before any Go code runs: a sentence is printed in place of its
// trace.
func TestTooLittleAddressSpaceIsReported(t *testing.T) {
	t.Parallel()
	begin(t, drive.Options{Cols: 300, Command: []string{
		"/bin/sh", "-c", `ulimit -v 200000; exec "$0" "$@"`, drive.Build(t),
	}}).oneSentence(1, "ulimit -v")
}
