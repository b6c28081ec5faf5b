package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/lists"
)

// Workspaces are the workspaces of this user. It is called outside of the event loop.
type Workspaces interface {
	// List lists them by name.
	List() ([]lists.Workspace, error)
	// Open locks a workspace and reads it, so that it can be shown when this program has
	// left its own: see [Program.Next]. If it cannot be opened, the error says why and
	// what to do; it is a [HeldError] where another program has it and could be asked to
	// leave, which take does.
	Open(name string, take bool) error
}

// HeldError says which program has a workspace open.
type HeldError struct{ Fact string }

func (e HeldError) Error() string { return e.Fact }

// workspacesListed brings the workspaces there are.
type workspacesListed struct{ all []lists.Workspace }

func (msg workspacesListed) tell(m *Model) tea.Cmd {
	return m.openFinder(lists.Workspaces(listed{m}, msg.all))
}

// listWorkspaces asks which workspace is to be opened.
func (m *Model) listWorkspaces() tea.Cmd {
	all := m.deps.Workspaces
	if all == nil {
		return nil
	}
	return func() tea.Msg {
		found, err := all.List()
		if err != nil {
			return resultMsg(command.Tell("list workspaces: " + err.Error()))
		}
		return workspacesListed{found}
	}
}

// openWorkspace has another workspace opened. This one is left when that could be done.
func (m *Model) openWorkspace(r command.OpenWorkspace) tea.Cmd {
	m.closeDialogs()
	all := m.deps.Workspaces
	if all == nil {
		return nil
	}
	return outside(func() []command.Result {
		err := all.Open(r.Name, r.Take)
		if held, ok := errors.AsType[HeldError](err); ok {
			return asked(command.AskTakeWorkspace{Name: r.Name, In: held.Fact})
		}
		if err != nil {
			return command.Tell(err.Error())
		}
		return asked(command.Leave{For: r.Name})
	})
}

// Next is the workspace that this one was left for; empty for none.
func (p *Program) Next() string { return p.model.next }
