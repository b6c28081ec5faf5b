package ui

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"dormer/ui/theme"
	"dormer/workspace"
)

// pageRow is a line of a page that says what one can do: commands, and what they do. Of one
// that is marked all keys are listed, of others the first of each command.
type pageRow struct {
	commands []string
	all      bool
	does     string
}

// keyTable are rows as a table of keys and what they do, each with the keys that it has; a
// row without keys is left out. Those of the mouse come last.
func (m *Model) keyTable(rows []pageRow, mouse string, l theme.Looks) string {
	var bindings []key.Binding
	add := func(keys, does string) {
		bindings = append(bindings, key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, " "+does)))
	}
	for _, row := range rows {
		var keys []string
		for _, name := range row.commands {
			all := m.keys().AllKeys(name)
			if !row.all {
				all = all[:min(len(all), 1)]
			}
			keys = append(keys, all...)
		}
		if len(keys) > 0 {
			add(strings.Join(keys, ", "), row.does)
		}
	}
	if m.config.Terminal.Mouse {
		add("Mouse", mouse)
	}
	h := help.New()
	h.Styles = help.Styles{FullKey: l.Key}
	return h.FullHelpView([][]key.Binding{bindings})
}

// emptyView says in a block of at most so many columns and rows what can be done where no
// tab is open.
func (m *Model) emptyView(r workspace.Rect, l theme.Looks) string {
	head := "Nothing is open in this view"
	if len(m.state.Views) == 1 {
		head = "Nothing is open in this workspace"
	}
	rows := []pageRow{
		{commands: []string{"tab.new"}, does: "opens a tab"},
		{commands: []string{"palette"}, does: "finds directories, commands and what is closed"},
		{commands: []string{"help"}, does: "lists all keys"},
		{commands: []string{"leave"}, does: "leaves dormer"},
	}
	if n := len(m.state.Undo); n > 0 {
		bring := pageRow{commands: []string{"undo.close"}, all: true, does: "brings back " + cut(m.state.Undo[n-1].Title, longestTitle)}
		rows = append([]pageRow{rows[0], bring}, rows[1:]...)
	}
	block := lipgloss.JoinVertical(lipgloss.Center, l.Head.Render(head), "", m.keyTable(rows, "a click on + opens a tab", l))
	lines := strings.Split(block, "\n")
	if len(lines) > r.H || lipgloss.Width(block) > r.W {
		lines = []string{l.Head.Render(head)}
		if r.W < lipgloss.Width(head) {
			lines[0] = l.Head.Render(cut("Nothing is open", r.W))
		}
		if keys := m.keyTable(rows[:1], "", l); r.H > 1 && r.W >= lipgloss.Width(strings.Split(keys, "\n")[0]) {
			lines = append(lines, strings.Split(keys, "\n")[0])
		}
	}
	return lipgloss.JoinVertical(lipgloss.Center, lines...)
}

// longestTitle is how much of a title a page shows, in columns.
const longestTitle = 24
