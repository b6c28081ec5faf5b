package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/away"
	"dormer/ui/input"
)

// facts returns what happened while the user was away.
func (m *Model) facts() away.Facts { return m.absence.Facts(m.labels()) }

// findChanges finds what has changed in the worktrees while the user was away.
func (m *Model) findChanges() tea.Cmd {
	if m.absence.Since.IsZero() {
		return nil
	}
	return m.git.Since(m.absence.Worktrees(m.labels()), m.absence.Since)
}

// offerAbsence opens the page by itself once, if there is something to tell.
func (m *Model) offerAbsence() {
	if m.background.Begun() && m.absence.ShouldOpen(m.now(), m.dialog() == nil && m.prefix.At == nil, m.facts) {
		m.ask(&away.Page{Facts: m.facts})
	}
}

// openAbsence opens the page on request, or says that there is nothing to tell.
func (m *Model) openAbsence() tea.Cmd {
	if why := m.absence.Request(m.facts); why != "" {
		m.say(why)
		return nil
	}
	return m.ask(&away.Page{Facts: m.facts})
}

// noteUse notes that the user is there.
func (m *Model) noteUse(e input.Event) tea.Cmd {
	if !input.IsAction(e) || !m.absence.NoteUse(m.now()) || m.deps.Used == nil {
		return nil
	}
	used := m.deps.Used
	return func() tea.Msg { used(); return nil }
}
