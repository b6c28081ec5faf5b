package workspace

import (
	"errors"
	"fmt"
)

var (
	// errTooDeep is wrapped by an action's error if splits would nest deeper than [maxDepth].
	errTooDeep = fmt.Errorf("splits can nest %d deep at most: move the pane to a tab of its own, or close another first", maxDepth)
	// ErrGone is wrapped by an action's error if the target does not exist, for example because
	// a key was pressed just as the pane was removed.
	ErrGone = errors.New("no longer open")
	// ErrNoRoom is wrapped by an action's error if panes would become too small.
	ErrNoRoom = errors.New("no room: enlarge the terminal or close a pane first")
)
