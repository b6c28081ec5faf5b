//go:build unix && !linux

package input

import (
	"context"
	"os"
)

// openPolled returns nil: on these systems, opening a terminal by its descriptor duplicates the
// descriptor, or the poller does not support terminals.
func openPolled(context.Context, *os.File) source { return nil }
