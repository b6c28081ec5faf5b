package command

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// A command that is asked for from outside of the program, by the command line, is done as
// if the pane that it was typed in were the active one, and is not asked about.

// From is the focus for what is asked for in the pane of a session and in a directory. The
// zero id is for no pane: then the active one is meant.
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

// ResolveFrom is what the call means for the focus that [Focus.From] gives for a pane.
// Nothing is asked: a command line is explicit, and what is typed next is not to answer a
// question.
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
		return r, fmt.Errorf("%s: the pane that this is for is not open any more", c.Command.Name)
	}
	return r, errors.New(c.Command.Name + ": " + r.Why)
}

// NeedsFocus reports whether what the call means for a focus is about the active pane,
// whichever that is: what opens a dialog about it, and going on from it to another.
func (c Call) NeedsFocus(r Result, f Focus) bool {
	if _, goesOn := r.Action.(workspace.FromFocus); goesOn {
		return true
	}
	f.Tab, f.Pane = workspace.Tab{}, uuid.Nil
	return r.Request != nil && c.Resolve(f).Why == f.WithoutTab().Why
}
