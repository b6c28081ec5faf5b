package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dormer/persist"
)

// openStore opens a workspace. If another program has it open and take is set, it asks that program
// to leave. Errors say what can be done.
func openStore(dir string, options persist.Options, take bool) (*persist.Store, error) {
	store, err := persist.Open(dir, options)
	var locked *persist.LockedError
	switch {
	case !errors.As(err, &locked):
		return store, err
	case os.Getenv("DORMER_WORKSPACE") == filepath.Base(dir):
		return nil, fmt.Errorf("workspace %q is the one you are in: dormer do tab.new -- CMD runs a command in it, --workspace NAME opens another", locked.Workspace)
	case !take:
		return nil, fmt.Errorf("%s: go on there, bring it here with dormer --take, or open another one with --workspace NAME", locked.Fact())
	}
	return persist.Take(dir, options, locked)
}
