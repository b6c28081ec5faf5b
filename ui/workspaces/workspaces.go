package workspaces

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/lists"
)

// Workspaces gives access to the workspaces of this user. It is called outside the event loop.
type Workspaces interface {
	// List lists them by name.
	List() ([]lists.Workspace, error)
	// Open locks a workspace and reads it, so that it can be shown after this program has left its
	// own. If it cannot be opened, the error says why and what to do; it is a [HeldError] if
	// another program has it open and could be asked to leave. If take is set, Open asks it to
	// leave.
	Open(name string, take bool) error
}

// HeldError says which program has a workspace open.
type HeldError struct{ Fact string }

func (e HeldError) Error() string { return e.Fact }

// Message delivers the result of listing or opening workspaces.
type Message interface{ workspaces() }

type (
	// Listed delivers the workspaces, or the reason why they cannot be listed.
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

// Open opens another workspace; all may be nil.
func Open(all Workspaces, name string, take bool) tea.Cmd {
	if all == nil {
		return nil
	}
	return func() tea.Msg { return Opened{name, all.Open(name, take)} }
}

// Asks returns what to do next: leave this workspace for the other one, or ask the user, or show
// the error. The error is for a caller from outside the program.
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
