package workspaces

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/lists"
)

// Workspaces are the workspaces of this user. It is called outside of the event loop.
type Workspaces interface {
	// List lists them by name.
	List() ([]lists.Workspace, error)
	// Open locks a workspace and reads it, so that it can be shown when this program has
	// left its own. If it cannot be opened, the error says why and what to do; it is a
	// [HeldError] if another program has it and could be asked to leave, which take does.
	Open(name string, take bool) error
}

// HeldError says which program has a workspace open.
type HeldError struct{ Fact string }

func (e HeldError) Error() string { return e.Fact }

// Message brings what was found or opened.
type Message interface{ workspaces() }

type (
	// Listed brings the workspaces, or why they cannot be listed.
	Listed struct {
		All []lists.Workspace
		Err error
	}
	// Opened says that a workspace can be shown in place of this one, or why not.
	Opened struct {
		Name string
		Err  error
	}
)

func (Listed) workspaces() {}
func (Opened) workspaces() {}

// List lists the workspaces; all may be nil.
func List(all Workspaces) tea.Cmd {
	if all == nil {
		return nil
	}
	return func() tea.Msg {
		found, err := all.List()
		return Listed{found, err}
	}
}

// Open has another workspace opened; all may be nil.
func Open(all Workspaces, name string, take bool) tea.Cmd {
	if all == nil {
		return nil
	}
	return func() tea.Msg { return Opened{name, all.Open(name, take)} }
}

// Asks returns what is to be done: this workspace is left for the other one, or the user is asked
// or told why not. The error is for whoever asked from outside.
func (o Opened) Asks() (asks []command.Result, err error) {
	if held, is := errors.AsType[HeldError](o.Err); is {
		return []command.Result{command.Ask(command.AskTakeWorkspace{Name: o.Name, In: held.Fact})},
			fmt.Errorf("%w: dormer asks on its screen whether to take it over", held)
	}
	if o.Err != nil {
		return command.Tell(o.Err.Error()), o.Err
	}
	return []command.Result{command.Ask(command.Leave{For: o.Name})}, nil
}
