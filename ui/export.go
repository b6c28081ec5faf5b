package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/export"
)

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
	return outside(func() []command.Result {
		return command.Told("wrote the screen to "+shortDir(path), export.Write(path, look, colors))
	})
}
