package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dormer/workspace"
)

// Commands that ask for something (a name, which of several) take it as an argument
// too: from the command line, where nobody could be asked, and in bindings.

// givingName is a command about what has the focus that takes a name.
func givingName(give func(c Focus, name string) workspace.Action) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 {
			return nil, errors.New("one name is needed (in quotes, where it has blanks)")
		}
		return withPane(func(c Focus) Result { return Act(give(c, strings.TrimSpace(args[0]))) }), nil
	}
}

func nameTab(c Focus, name string) workspace.Action {
	return workspace.RenameTab{Tab: c.Tab.ID, Name: name}
}

func namePane(c Focus, name string) workspace.Action {
	return workspace.RenameSession{Session: c.Pane, Name: name}
}

func saveAs(c Focus, name string) workspace.Action {
	return workspace.SaveArrangement{Tab: c.Tab.ID, Name: name}
}

func useSaved(c Focus, name string) workspace.Action {
	return workspace.UseArrangement{Tab: c.Tab.ID, Name: name}
}

// nameView renames the view that has the focus, which may have no tab.
func nameView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("one name is needed (in quotes, where it has blanks)")
	}
	return func(c Focus) Result {
		return Act(workspace.RenameView{View: c.View.ID, Name: strings.TrimSpace(args[0])})
	}, nil
}

// newView makes a view of a name.
func newView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
		return nil, errors.New("one name is needed (in quotes, where it has blanks)")
	}
	name := strings.TrimSpace(args[0])
	return always(Act(workspace.OpenView{View: workspace.ViewID(name), Name: name})), nil
}

// bringBackNth brings back one of what is closed: the newest is number 1.
func bringBackNth(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("one number is needed: the newest is 1")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q is no number of what is closed: the newest is 1", args[0])
	}
	return func(c Focus) Result {
		if n > len(c.State.Undo) {
			return Cannot(closedCount(len(c.State.Undo)))
		}
		entry := c.State.Undo[len(c.State.Undo)-n]
		return Act(workspace.UndoClose{At: c.Maker.Now(), Holding: entry.Sessions[0], Tab: c.Maker.NewTab()})
	}, nil
}

// closedCount says how few things are closed.
func closedCount(n int) string {
	switch n {
	case 0:
		return nothingClosed
	case 1:
		return "only 1 closed thing can be brought back"
	}
	return fmt.Sprintf("only %d closed things can be brought back", n)
}
