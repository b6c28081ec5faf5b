package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/lists"
	"dormer/workspace"
)

func (m *Model) askSaveArrangement(tab workspace.TabID) tea.Cmd {
	m.openDialog(dialog.NewPrompt("Save this layout as", "", "", func(name string) command.Result {
		if name = strings.TrimSpace(name); name == "" {
			return command.Result{}
		}
		return command.Ask(command.SaveArrangement{Tab: tab, Name: name})
	}))
	return nil
}

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

// openArrangements lists the layouts that were saved for the tab.
func (m *Model) openArrangements(tab workspace.TabID) tea.Cmd {
	f := dialog.NewFinder("Saved layouts of this tab", m.plain(func() (items []dialog.Item) {
		_, t, _ := m.state.Tab(tab)
		for _, s := range t.Saved {
			items = append(items, dialog.Item{
				ID: "arrangement " + s.Name, Text: s.Name, Detail: lists.Counted(len(workspace.Tab{Root: s.Root, Floats: s.Floats}.Panes()), "pane"),
				Choose: command.Act(workspace.UseLayout{Tab: tab, Name: s.Name}),
			})
		}
		return items
	}))
	f.Does = "applies it"
	f.Verbs = []dialog.Verb{{Key: "ctrl+x", Title: "deletes", Asks: func(it dialog.Item) command.Result {
		return command.Act(workspace.DropLayout{Tab: tab, Name: it.Text})
	}}}
	return m.openFinder(f)
}
