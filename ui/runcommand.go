package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/habits"
	"dormer/workspace"
)

// run resolves a command for the present focus and carries it out, or says why it cannot.
func (m *Model) run(c command.Call) tea.Cmd { return m.do(c.Resolve(m.focus())) }

// do carries out what a command or a dialog asks for, or says why it cannot.
func (m *Model) do(r command.Result) tea.Cmd {
	switch {
	case r.Why != "":
		m.say(r.Why)
	case r.Request != nil:
		return m.dispatch(r.Request)
	case r.Action != nil:
		return m.apply(r.Action)
	}
	return nil
}

// doAll carries out results in order.
func (m *Model) doAll(rs []command.Result) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(rs))
	for _, r := range rs {
		cmds = append(cmds, m.do(r))
	}
	return tea.Batch(cmds...)
}

// resultMsg delivers what work outside of the event loop asks for.
type resultMsg []command.Result

func (msg resultMsg) applyTo(m *Model) tea.Cmd { return m.doAll(msg) }

// inBackground does work outside of the event loop, and carries out what it asks for.
func inBackground(work func() []command.Result) tea.Cmd {
	return func() tea.Msg {
		if asks := work(); asks != nil {
			return resultMsg(asks)
		}
		return nil
	}
}

// resultsOf returns the results that ask for one request.
func resultsOf(r command.Request) []command.Result { return []command.Result{command.Ask(r)} }

// runListed runs a command that was chosen in the palette, and remembers the choice.
func (m *Model) runListed(name string) tea.Cmd {
	used := m.remember(func(h *habits.Habits) { h.Choose(name) })
	return tea.Batch(used, m.dispatch(command.RunNamed{Command: name}))
}

// goTo shows a session's pane, in any view and tab.
func (m *Model) goTo(id session.ID) tea.Cmd {
	return m.doAll(command.GoTo{Session: id}.Now(m.focus()))
}

// refused says why an action could not be applied.
func (m *Model) refused(err error) { m.say(m.refusal(err)) }

func (m *Model) refusal(err error) string { return command.Refused(err, m.keys().KeyOf("overview")) }

// saveArrangement keeps the layout of a tab under a name.
func (m *Model) saveArrangement(tab workspace.TabID, name string) tea.Cmd {
	cmd, err := m.try(workspace.SaveLayout{Tab: tab, Name: name})
	if err != nil {
		m.refused(err)
		return nil
	}
	m.say("saved this layout as `" + name + "`: " + m.keys().KeyOf("arrangement.use") + " brings it back")
	return cmd
}
