package command

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// A command that comes from the command line runs as if the pane that it was typed in were
// the active one, and without confirmation.

// From returns the focus for a command that was typed in a pane and a directory. The zero id
// stands for the active pane.
func (f Focus) From(pane session.ID, dir string) Focus {
	f.Dir = dir
	if pane == uuid.Nil || pane == f.Pane {
		return f
	}
	view, tab, open := f.State.TabOf(pane)
	f.CopyMode = false
	if !open { // it must not be another pane that is closed or renamed now
		f.Tab, f.Pane = workspace.Tab{}, uuid.Nil
		return f
	}
	return f.on(view, tab, pane)
}

// ResolveFrom resolves the call for the focus that [Focus.From] returns for a pane. It skips
// questions: a command line is explicit, and text typed meanwhile must not answer one.
func (c Call) ResolveFrom(pane session.ID, f Focus) (Result, error) {
	r := c.Resolve(f)
	if kill, asks := r.Request.(AskKill); asks {
		r = KillPane(kill).Now(f)[0]
	} else if archive, asks := r.Request.(AskArchive); asks {
		r = Archive(archive).Now(f)[0]
	} else if remove, asks := r.Request.(AskRemove); asks {
		r = Act(workspace.RemoveSession(remove))
	} else if end, asks := r.Request.(AskEndClosed); asks {
		r = Act(workspace.DropClosed{Holding: end.Holding})
	}
	switch {
	case r.Why == "":
		return r, nil
	case pane != uuid.Nil && f.Empty() && r.Why == f.WithoutTab().Why:
		return r, fmt.Errorf("%s: the pane that this was for is no longer open", c.Command.Name)
	}
	return r, errors.New(c.Command.Name + ": " + r.Why)
}

// NeedsFocus reports whether the resolved call depends on the pane that is active: it opens a
// dialog about that pane, or moves the focus from it to another.
func (c Call) NeedsFocus(r Result, f Focus) bool {
	if _, goesOn := r.Action.(workspace.FromFocus); goesOn {
		return true
	}
	f.Tab, f.Pane = workspace.Tab{}, uuid.Nil
	return r.Request != nil && c.Resolve(f).Why == f.WithoutTab().Why
}
