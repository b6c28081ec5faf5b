package pages

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/workspace"
)

// row is a line of a page: commands, and a description. If all is set, all keys of the commands are
// listed, otherwise the first key of each.
type row struct {
	commands []string
	all      bool
	does     string
}

// table returns rows as a table of keys and descriptions. A row without keys is left out. The
// description for the mouse comes last.
func (p Page) table(rows []row, mouse string) string {
	var bindings []key.Binding
	add := func(keys, does string) {
		bindings = append(bindings, key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, " "+does)))
	}
	for _, r := range rows {
		var keys []string
		for _, name := range r.commands {
			all := p.Keys.AllKeys(name)
			if !r.all {
				all = all[:min(len(all), 1)]
			}
			keys = append(keys, all...)
		}
		if len(keys) > 0 {
			add(strings.Join(keys, ", "), r.does)
		}
	}
	if p.Mouse {
		add("Mouse", mouse)
	}
	h := help.New()
	h.Styles = help.Styles{FullKey: p.Looks.Key}
	return h.FullHelpView([][]key.Binding{bindings})
}

// Empty returns a block, no larger than r, that says what can be done while no tab is open. alone
// means that the view is the only one. closed is the title of the item that was closed last; empty
// for none.
func (p Page) Empty(alone bool, closed string, r workspace.Rect) string {
	head := "Nothing is open in this view"
	if alone {
		head = "Nothing is open in this workspace"
	}
	rows := []row{
		{commands: []string{"tab.new"}, does: "opens a tab"},
		{commands: []string{"palette"}, does: "finds directories, commands and what is closed"},
		{commands: []string{"help"}, does: "lists all keys"},
		{commands: []string{"leave"}, does: "leaves dormer"},
	}
	if closed != "" {
		bring := row{commands: []string{"undo.close"}, all: true, does: "brings back " + grid.Cut(closed, longestTitle)}
		rows = append([]row{rows[0], bring}, rows[1:]...)
	}
	block := lipgloss.JoinVertical(lipgloss.Center, p.Looks.Head.Render(head), "", p.table(rows, "a click on + opens a tab"))
	lines := strings.Split(block, "\n")
	if len(lines) > r.H || lipgloss.Width(block) > r.W {
		lines = []string{p.Looks.Head.Render(head)}
		if r.W < lipgloss.Width(head) {
			lines[0] = p.Looks.Head.Render(grid.Cut("Nothing is open", r.W))
		}
		if keys := p.table(rows[:1], ""); r.H > 1 && r.W >= lipgloss.Width(strings.Split(keys, "\n")[0]) {
			lines = append(lines, strings.Split(keys, "\n")[0])
		}
	}
	return lipgloss.JoinVertical(lipgloss.Center, lines...)
}

// longestTitle is the maximum width of a title on a page, in columns.
const longestTitle = 24
