package ui

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/editor"
	"dormer/ui/live"
)

// editHistory opens the history and the screen of the active pane in the user's editor, in a new
// tab.
func (m *Model) editHistory() tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(copymode.NothingYet)
		return nil
	}
	m.say("reading the history")
	l.AskHistory()
	return nil
}

// edit opens a text of a session in the editor. Of the history the editor shows the end, which the
// user saw in the pane.
func (m *Model) edit(id session.ID, t live.Text) tea.Cmd {
	r, history := m.state.Sessions[id], t.Use == live.EditHistory
	name := "output of " + r.DisplayTitle()
	if history {
		name = "history of " + r.DisplayTitle()
		m.nextNotice() // in place of "reading the history"
	}
	return inEditor(func() (editor.Tab, error) { return editor.Text(name, r.Dir, t.Text, history) })
}

// inEditor finds or writes a file outside of the event loop, and opens it in the editor.
func inEditor(find func() (editor.Tab, error)) tea.Cmd {
	return inBackground(func() []command.Result {
		tab, err := find()
		if err != nil {
			return command.Tell(err.Error())
		}
		return resultsOf(command.OpenEditor(tab))
	})
}

// openEditor opens the editor in a tab that closes when the editor ends without an error. The
// session ends with this program, because its file may not outlive it.
func (m *Model) openEditor(tab editor.Tab) tea.Cmd {
	if !filepath.IsAbs(tab.Dir) {
		tab.Dir = m.deps.Dir
	}
	r := m.deps.record(tab.Dir, tab.Command)
	r.Name, r.Provider, r.Lifetime = tab.Name, session.Direct, session.Temporary
	m.sessions.Passing[r.ID] = true
	return m.apply(m.tabOf(r))
}

// clearHistory clears the history of the active pane.
func (m *Model) clearHistory() tea.Cmd {
	l := m.target()
	if l == nil {
		return nil
	}
	m.leaveCopy(m.activePane())
	l.Client.ClearHistory()
	m.say("history cleared: what is on the screen stays")
	return nil
}
