package command

import (
	"errors"
	"fmt"
	"strconv"

	"dormer/session"
	"dormer/workspace"
)

// bringBackNth parses the number of a closed pane or tab to bring back: the newest is 1.
func bringBackNth(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs one number: the newest is 1")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q is not a number: the tab or pane closed last is 1", args[0])
	}
	return func(c Focus) Result {
		if n > len(c.State.Undo) {
			return Cannot(closedCount(len(c.State.Undo)))
		}
		entry := c.State.Undo[len(c.State.Undo)-n]
		return Act(workspace.UndoClose{At: c.Maker.Now(), Holding: entry.Sessions[0], Tab: c.Maker.NewTab()})
	}, nil
}

// closedCount says how many closed things can be brought back.
func closedCount(n int) string {
	switch n {
	case 0:
		return nothingClosed
	case 1:
		return "only 1 closed thing can be brought back"
	}
	return fmt.Sprintf("only %d closed things can be brought back", n)
}

func undoLast(c Focus) Result {
	if len(c.State.Undo)+len(c.State.Past) == 0 {
		return c.cannotTry(nothingChanged, "overview", "shows what is open")
	}
	return Act(workspace.Undo{At: c.Maker.Now(), Tab: c.Maker.NewTab()})
}

func redoLast(c Focus) Result {
	switch {
	case len(c.State.Future) > 0:
	case len(c.State.Undo)+len(c.State.Past) == 0:
		return c.cannotTry(nothingUndone, "overview", "shows what is open")
	default:
		return c.cannotTry("nothing was undone since the last change", "undo", "undoes it")
	}
	return Act(workspace.Redo{At: c.Maker.Now(), Tab: c.Maker.NewTab()})
}

// withClosed resolves a command for a closed pane or tab: the subject of a menu, else the
// newest.
func withClosed(asks func(session.ID) Request) func(Focus) Result {
	return func(c Focus) Result {
		holding, ok := c.closedSession()
		if !ok {
			return c.withoutClosed()
		}
		return Ask(asks(holding))
	}
}

// closedSession returns a session of the focused closed pane or tab, else of the newest.
func (f Focus) closedSession() (session.ID, bool) {
	n := len(f.State.Undo)
	switch {
	case f.Closed != session.ID{}:
		return f.Closed, true
	case n == 0:
		return session.ID{}, false
	}
	return f.State.Undo[n-1].Sessions[0], true
}

// Requests that these commands make.
type (
	OpenShelf    struct{}
	AskEndClosed struct{ Holding session.ID }
	KeepClosed   struct{ Holding session.ID }
	BringBack    struct{ Holding session.ID }
)

func (OpenShelf) isList()       {}
func (OpenShelf) isRequest()    {}
func (AskEndClosed) isPrompt()  {}
func (AskEndClosed) isRequest() {}
func (KeepClosed) isRequest()   {}
func (BringBack) isRequest()    {}
