package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/signals"
)

// leave ends the program and keeps what is open for the next time. It asks nothing:
// nobody may be there to answer.
func (m *Model) leave() tea.Cmd {
	m.suspendEnding()
	m.deps.Saver.Mark(m.state)
	if m.deps.Memory != nil {
		m.memory.Habits(m.deps.Memory, m.habits)()
	}
	return tea.Quit
}

// redraw draws everything afresh, for a screen that something else wrote over.
func (m *Model) redraw() tea.Cmd {
	m.deps.term.Invalidate()
	m.changed()
	return nil
}

// suspend gives the terminal back and stops the program, as Ctrl-Z does.
func (m *Model) suspend() tea.Cmd {
	term := m.deps.term
	return func() tea.Msg {
		if err := term.Suspend(); err != nil {
			return resultMsg(command.Tell("the terminal cannot be given back, so dormer is not suspended: " + err.Error()))
		}
		signals.StopSelf()
		if err := term.Resume(); err != nil {
			return leaveMsg()
		}
		return resumedMsg{}
	}
}

// pendingTime is how long leaving waits for pending work. A session that takes longer to end
// has been asked to, and does.
const pendingTime = time.Second
