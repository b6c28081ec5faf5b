package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/export"
)

// export writes the screen without the dialog that asked for the file. The ending of the name
// chooses a picture or text; a relative name counts from the directory of the active pane. It
// replaces no file.
func (m *Model) export(path string) tea.Cmd {
	if !export.Known(path) {
		m.say(fmt.Sprintf("%s does not end in %s: name a file that does", path, command.ExportExtensions))
		return nil
	}
	m.notices.Clear() // it is about the dialog
	m.changed()
	path = homeDir(path, m.state.Sessions[m.activePane()].Dir)
	colors, look := m.deps.term.Colors(), m.deps.look
	return inBackground(func() []command.Result {
		return command.Told("wrote the screen to "+shortDir(path), export.Write(path, look, colors))
	})
}
