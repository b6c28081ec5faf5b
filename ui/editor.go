package ui

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
	"dormer/ui/editor"
	"dormer/ui/live"
	"dormer/workspace"
)

// editHistory opens the active pane's history and screen in the user's editor, in a
// tab of its own.
func (m *Model) editHistory() tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(notThereYet)
		return nil
	}
	var first, last uint64
	l.Client.View(func(r *client.Replica) {
		first, last = r.History().First, r.History().End+uint64(r.Used())
	})
	m.say("reading the history")
	l.AskText(live.EditHistory, copymode.Span{First: wire.Position{Line: first}, End: wire.Position{Line: last}})
	return nil
}

// edit writes a text of a session to a file for the editor. History is begun at its end, where
// one was when one asked for it.
func (m *Model) edit(id session.ID, t live.Text) tea.Cmd {
	r := m.state.Sessions[id]
	name := "output of " + r.DisplayTitle()
	if t.Use == live.EditHistory {
		name = "history of " + r.DisplayTitle()
		m.nextNotice() // that it is read
	}
	return func() tea.Msg {
		file, lines, err := editor.Write(t.Text)
		if t.Use != live.EditHistory {
			lines = 0
		}
		return toEdit{name: name, dir: r.Dir, command: editor.OnText(file, lines), err: err}
	}
}

// toEdit brings what is to be opened in the editor, or why it cannot be.
type toEdit struct {
	name, dir string
	command   []string
	err       error
}

func (msg toEdit) tell(m *Model) tea.Cmd {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return nil
	}
	return m.openEditor(msg)
}

// openEditor opens the editor in a tab that closes when it ends well. It belongs to this
// program: what it edits may be gone when another one starts.
func (m *Model) openEditor(msg toEdit) tea.Cmd {
	if !filepath.IsAbs(msg.dir) {
		msg.dir = m.deps.Dir
	}
	r := m.deps.record(msg.dir, msg.command)
	r.Name, r.Provider, r.Lifetime = msg.name, session.Direct, session.Temporary
	m.passing[r.ID] = true
	return m.apply(workspace.OpenTab{View: m.activeView().ID, Tab: m.newTab(), Index: -1, Record: r, Size: m.sizeFor(session.ID{})})
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
