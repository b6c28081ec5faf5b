package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/export"
)

// exported says what became of writing the screen to a file.
type exported struct {
	path string
	err  error
}

func (msg exported) tell(m *Model) tea.Cmd {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
	} else {
		m.sayFor("wrote the screen to "+shortDir(msg.path), longNotice)
	}
	return nil
}

// export writes the screen, as it looks once what is open for it has closed, to a
// file: a picture or text by the end of its name, relative to the directory of the
// active pane. A file that is there already is not written over.
func (m *Model) export(path string) tea.Cmd {
	if !export.Known(path) {
		m.say(fmt.Sprintf("%s does not end in %s: name a file that does", path, command.ExportEnds))
		return nil
	}
	m.notices.Clear() // it is about the dialog
	m.changed()
	path = homeDir(path, m.state.Sessions[m.activePane()].Dir)
	colors, look := m.deps.term.Colors(), m.deps.look
	return func() tea.Msg {
		return exported{path, export.Write(path, look, colors)}
	}
}
