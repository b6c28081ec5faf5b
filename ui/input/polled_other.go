//go:build unix && !linux

package input

import (
	"context"
	"os"
)

// openPolled returns nil: a terminal that is opened by its descriptor is not opened anew
// here, or not known to the poller.
func openPolled(context.Context, *os.File) source { return nil }
