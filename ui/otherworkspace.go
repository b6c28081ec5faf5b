package ui

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
	return func() tea.Msg { return workspaceOpened{r.Name, all.Open(r.Name, r.Take)} }
}

// workspaceOpened says that a workspace can be shown in place of this one, or why not.
type workspaceOpened struct {
	name string
	err  error
}

func (msg workspaceOpened) tell(m *Model) tea.Cmd {
	asks := asked(command.Leave{For: msg.name})
	if held, ok := errors.AsType[HeldError](msg.err); ok {
		asks = asked(command.AskTakeWorkspace{Name: msg.name, In: held.Fact})
		msg.err = fmt.Errorf("%w: dormer asks on its screen whether to take it over", held)
	} else if msg.err != nil {
		asks = command.Tell(msg.err.Error())
	}
	m.openings.WorkspaceOpened(msg.name, msg.err)
	return m.doAll(asks)
}

// Next is the workspace that this one was left for; empty for none.
func (p *Program) Next() string { return p.model.next }
