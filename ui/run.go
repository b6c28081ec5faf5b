package ui

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

// run resolves a command for the present focus and does it, or says why not.
func (m *Model) run(c *command) tea.Cmd { return m.runCall(call{command: c}) }

func (m *Model) runCall(c call) tea.Cmd { return m.runFor(c, m.focus()) }

// runFor does a command for a focus, which need not be the present one.
func (m *Model) runFor(c call, at focus) tea.Cmd { return m.do(c.resolve(at)) }

// do does what a command or a dialog asks for, or says why it cannot be done.
func (m *Model) do(r resolved) tea.Cmd {
	switch {
	case r.disabled != "":
		m.say(r.disabled)
	case r.request != nil:
		return m.fulfil(r.request)
	case r.action != nil:
		return m.apply(r.action)
	}
	return nil
}

// runNamed runs a command of the table by name.
func (m *Model) runNamed(name string) tea.Cmd {
	row := m.commands().named(name)
	if row == nil {
		return nil
	}
	return m.run(row)
}

// refused says why a change was not made. A target that went away while somebody
// pressed a key has an id, of which nobody was told.
func (m *Model) refused(err error) { m.say(m.refusal(err)) }

func (m *Model) refusal(err error) string {
	switch {
	case errors.Is(err, workspace.ErrGone):
		return "that is not open any more: " + m.keys().keyOf("overview") + " shows what is"
	case errors.Is(err, workspace.ErrNoRoom):
		return noRoom
	}
	return strings.TrimPrefix(err.Error(), "workspace: ")
}
