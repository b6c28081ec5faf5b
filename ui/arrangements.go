package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

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
