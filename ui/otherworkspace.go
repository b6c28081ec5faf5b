package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/lists"
	"dormer/ui/prompts"
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

type (
	// workspacesListed brings the workspaces there are.
	workspacesListed struct {
		all []lists.Workspace
		err error
	}
	// workspaceOpened says that a workspace can be shown in place of this one, or why not.
	workspaceOpened struct {
		name string
		err  error
	}
)

func (msg workspacesListed) tell(m *Model) tea.Cmd { return m.chooseWorkspace(msg) }

func (msg workspaceOpened) tell(m *Model) tea.Cmd { return m.goToWorkspace(msg) }

func (m *Model) listWorkspaces() tea.Cmd {
	all := m.deps.Workspaces
	if all == nil {
		return nil
	}
	return func() tea.Msg {
		found, err := all.List()
		return workspacesListed{found, err}
	}
}

// chooseWorkspace asks which workspace is to be opened.
func (m *Model) chooseWorkspace(msg workspacesListed) tea.Cmd {
	if msg.err != nil {
		m.sayFor("list workspaces: "+msg.err.Error(), longNotice)
		return nil
	}
	return m.openFinder(lists.Workspaces(listed{m}, msg.all))
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

// goToWorkspace leaves for a workspace that was opened.
func (m *Model) goToWorkspace(msg workspaceOpened) tea.Cmd {
	if held, ok := errors.AsType[HeldError](msg.err); ok {
		return m.ask(prompts.TakeWorkspace(msg.name, held.Fact))
	}
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return nil
	}
	m.next = msg.name
	return m.leave()
}

// Next is the workspace that this one was left for; empty for none.
func (p *Program) Next() string { return p.model.next }
