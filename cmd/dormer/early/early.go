// Package early makes a process a host before anything else of the program runs.
//
// A host is this program with the argument "host". What the rest of the program
// prepares while it starts (tables, styles, commands) would be paid for by each of
// many hosts and used by none. Packages are initialized in the order of their
// import paths as soon as what they import is, so this one, which imports only what
// a host needs, has its turn before them, and does not come back.
//
// It knows nothing but that argument. See docs/decisions for what it saves.
package early

import (
	"os"

	"dormer/session/host"
)

func init() {
	if len(os.Args) > 1 && os.Args[1] == host.Command {
		os.Exit(host.Main())
	}
}
