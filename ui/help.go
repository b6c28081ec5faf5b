package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// help lists every command with its keys, as the table has them.
type help struct {
	table  []command
	offset int
	count  int // of all lines
	page   int // lines shown at the last render
}

func (m *Model) openHelp() tea.Cmd {
	m.openDialog(&help{table: m.keys.table})
	return nil
}

// helpLines is the whole help for a width: a heading for each group, a line for
// each command. Where there is no room for all of a command's keys its first one
// stands for them.
func helpLines(table []command, width int, l looks) []string {
	const widest, narrowest, titles = 35, 14, 34
	column, keysOf := widest, allKeys
	if width < 2+widest+1+titles {
		column, keysOf = narrowest, firstKey
	}
	row := func(keys, title string) string { return "  " + l.key.Render(padded(keys, column)) + " " + title }
	lines := append(wrapped("Everything typed goes to the pane, except "+l.key.Render(printed(prefixKey))+" and the key after it.", width), "")
	for _, g := range []group{groupTabs, groupPanes, groupLayout, groupViews, groupDormer} {
		lines = append(lines, l.head.Render(strings.ToUpper(string(g[:1]))+string(g[1:])))
		for _, c := range table {
			if c.group != g || strings.HasPrefix(c.name, "tab.select-") {
				continue
			}
			lines = append(lines, row(keysOf(c), c.title))
		}
		if g == groupTabs {
			lines = append(lines, row("Ctrl-b 1 .. 9", "tab 1 .. 9"))
		}
		lines = append(lines, "")
	}
	lines = append(lines, l.head.Render("Mouse"))
	for _, text := range []string{
		"Click a pane, a title or a tab to go there. Drag a line between panes to move it.",
		"The wheel scrolls a pane's history. Hold Shift to select text with your terminal.",
	} {
		for _, line := range wrapped(text, width-2) {
			lines = append(lines, "  "+line)
		}
	}
	return lines
}

func wrapped(text string, width int) []string {
	return strings.Split(lipgloss.Wrap(text, max(width, 1), ""), "\n")
}

func firstKey(c command) string {
	if len(c.prefix) == 0 {
		return allKeys(c)
	}
	return printed(prefixKey) + " " + printed(c.prefix[0])
}

// allKeys lists the keys of a command as people write them.
func allKeys(c command) string {
	var out []string
	for _, k := range c.prefix {
		out = append(out, printed(prefixKey)+" "+printed(k))
	}
	for _, k := range c.direct {
		out = append(out, printed(k))
	}
	return strings.Join(out, ", ")
}

func padded(s string, width int) string {
	if n := width - grid.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

func (h *help) key(_ *Model, k keys.Key) (bool, tea.Cmd) {
	switch k.Name() {
	case "q", "esc", "enter", "?", "ctrl+c":
		return true, nil
	case "down", "j":
		h.offset++
	case "up", "k":
		h.offset--
	case "pgdown", "space":
		h.offset += h.page
	case "pgup", "b":
		h.offset -= h.page
	case "home", "g":
		h.offset = 0
	case "end", "G":
		h.offset = h.count
	}
	return false, nil
}

func (h *help) paste(string) {}

func (h *help) mouse(_ *Model, e input.Mouse) (bool, tea.Cmd) {
	switch e.Button {
	case keys.WheelDown:
		h.offset += wheelLines
	case keys.WheelUp:
		h.offset -= wheelLines
	}
	return false, nil
}

func (h *help) render(size session.Size, l looks) overlay {
	inner := min(size.Cols-4, 82)
	if inner < 16 || size.Rows < 6 {
		inner = size.Cols // without a frame
	}
	lines := helpLines(h.table, inner, l)
	h.count = len(lines)
	h.page = max(min(size.Rows-4, h.count), 1)
	if inner == size.Cols {
		h.page = max(size.Rows-1, 1)
	}
	h.offset = max(min(h.offset, h.count-h.page), 0)
	foot := "q closes"
	if h.page < h.count {
		foot += "  ↑ ↓ PgUp PgDn scroll"
	}
	var shown []string
	for _, line := range lines[h.offset:min(h.offset+h.page, h.count)] {
		shown = append(shown, lipgloss.NewStyle().MaxWidth(max(inner, 1)).Render(line))
	}
	shown = append(shown, l.dim.Render(cut(foot, inner)))
	return l.framed(shown, inner, size)
}
