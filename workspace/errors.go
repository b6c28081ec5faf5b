package workspace

import (
	"errors"
	"fmt"
)

var (
	// errTooDeep is what an action's error wraps when splits would nest deeper than
	// [maxDepth].
	errTooDeep = fmt.Errorf("splits can nest %d deep at most: move the pane to a tab of its own, or close another first", maxDepth)
	// ErrGone is what an action's error wraps when its target is not there (any
	// more): a key that was pressed while the pane went away.
	ErrGone = errors.New("not open any more")
	// ErrNoRoom is what an action's error wraps when the panes would become smaller
	// than a pane can be.
	ErrNoRoom = errors.New("no room: enlarge the terminal or close a pane first")
)
