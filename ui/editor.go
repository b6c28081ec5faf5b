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

// editHistory opens the active pane's history and screen in the user's editor, in a
// tab of its own.
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

// edit opens a text of a session in the editor. History is begun at its end, where one was when
// one asked for it.
func (m *Model) edit(id session.ID, t live.Text) tea.Cmd {
	r, history := m.state.Sessions[id], t.Use == live.EditHistory
	name := "output of " + r.DisplayTitle()
	if history {
		name = "history of " + r.DisplayTitle()
		m.nextNotice() // that it is read
	}
	return inEditor(func() (editor.Tab, error) { return editor.Text(name, r.Dir, t.Text, history) })
}

// inEditor opens the editor on what is found or written outside of the event loop.
func inEditor(find func() (editor.Tab, error)) tea.Cmd {
	return outside(func() []command.Result {
		tab, err := find()
		if err != nil {
			return command.Tell(err.Error())
		}
		return asked(command.OpenEditor(tab))
	})
}

// openEditor opens the editor in a tab that closes when it ends well. It belongs to this
// program: what it edits may be gone when another one starts.
func (m *Model) openEditor(tab editor.Tab) tea.Cmd {
	if !filepath.IsAbs(tab.Dir) {
		tab.Dir = m.deps.Dir
	}
	r := m.deps.record(tab.Dir, tab.Command)
	r.Name, r.Provider, r.Lifetime = tab.Name, session.Direct, session.Temporary
	m.sessions.Passing[r.ID] = true
	return m.apply(m.tabOf(r))
}

// clearHistory forgets the lines above the active pane's screen.
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
