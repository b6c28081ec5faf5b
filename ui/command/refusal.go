package command

import (
	"errors"
	"strings"

	"dormer/workspace"
)

// A refusal is one sentence: the cause, a colon, and what can be done instead or first.

// Reasons that many commands have.
const (
	NoTab      = "no tab is open"
	noOther    = "this is the only pane of the tab"
	noOtherTab = "this is the only tab"
	noView     = "this is the only view"
)

// Reasons why there is nothing to undo or redo.
const (
	nothingClosed  = "nothing is closed that can be brought back"
	nothingChanged = "there is nothing to undo"
	nothingUndone  = "there is nothing to redo"
)

// cannotTry says why a command cannot run, and names another command by its key.
func (f Focus) cannotTry(why, command, does string) Result {
	return Cannot(why + ": " + f.KeyOf(command) + " " + does)
}

// WithoutTab is the result of a command that needs an open tab when there is none.
func (f Focus) WithoutTab() Result { return f.cannotTry(NoTab, "tab.new", "opens one") }
func (f Focus) withoutOther() Result {
	return f.cannotTry(noOther, "pane.split-right", "splits it")
}
func (f Focus) withoutOtherTab() Result {
	return f.cannotTry(noOtherTab, "tab.new", "opens another")
}
func (f Focus) withoutOtherView() Result { return f.cannotTry(noView, "view.new", "makes another") }

// withoutFloat is the result of a command that needs a floating pane. The only pane of a tab
// cannot float.
func (f Focus) withoutFloat(why string) Result {
	if f.Tab.Root.Pane() {
		return f.cannotTry(why, "float.new", "opens one that does")
	}
	return f.cannotTry(why, "float.toggle", "lets one float")
}

func (f Focus) withoutWaiting() Result {
	return f.cannotTry("nothing waits for you", "inbox", "lists what happened")
}

func (f Focus) withoutClosed() Result {
	return f.cannotTry(nothingClosed, "overview", "shows what is open")
}

// Refused says why a change of the workspace was refused. It leaves out the id of a target
// that has gone, which the user has never seen. The key is that of the overview.
func Refused(err error, key string) string {
	switch {
	case errors.Is(err, workspace.ErrGone):
		return "it is no longer open: " + key + " shows what is"
	case errors.Is(err, workspace.ErrNoRoom):
		return NoRoom
	}
	return strings.TrimPrefix(err.Error(), "workspace: ")
}

// NoRoom is the reason when a pane is too small to be split.
const NoRoom = "no room: close a pane, or enlarge the terminal"
