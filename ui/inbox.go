package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/lists"
)

// known reports whether a session is still in the workspace.
func (m *Model) known(id session.ID) bool {
	_, known := m.state.Sessions[id]
	return known
}

// unread is how many entries of the inbox nobody saw, and what the newest of them is:
// "build failed".
func (m *Model) unread() (n int, newest string) {
	n, e := m.inbox.Unread(m.known)
	if n == 0 {
		return 0, ""
	}
	return n, cut(m.state.Sessions[e.Session].DisplayTitle(), lists.HappenedTitle) + " " + e.Reason.Verb()
}

// nextWaiting goes to the session that has waited longest to be looked at.
func (m *Model) nextWaiting() tea.Cmd {
	id, ok := m.waitingLongest()
	if !ok {
		m.say(m.focus().Refusal(command.NothingWaits, "inbox", "lists what happened"))
		return nil
	}
	return m.goTo(id)
}
