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
	lines  []string
	offset int
	page   int // lines shown at the last render
}

func (m *Model) openHelp() tea.Cmd {
	m.openDialog(&help{lines: helpLines(m.keys.table)})
	return nil
}

// helpLines is the whole help: a heading for each group, a line for each command.
func helpLines(table []command) []string {
	lines := []string{
		"Everything you type goes to the pane, except " + keyStyle.Render("Ctrl-b") + " and what follows it.",
		"",
	}
	for _, g := range []group{groupTabs, groupPanes, groupLayout, groupViews, groupDormer} {
		lines = append(lines, headStyle.Render(strings.ToUpper(string(g[:1]))+string(g[1:])))
		for _, c := range table {
			if c.group != g || strings.HasPrefix(c.name, "tab.select-") {
				continue
			}
			lines = append(lines, "  "+keyStyle.Render(padded(allKeys(c), 35))+" "+c.title)
		}
		if g == groupTabs {
			lines = append(lines, "  "+keyStyle.Render(padded("Ctrl-b 1 .. 9", 35))+" tab 1 .. 9")
		}
		lines = append(lines, "")
	}
	return append(lines,
		headStyle.Render("Mouse"),
		"  Click a pane, a title or a tab to go there; drag a line between panes to move it.",
		"  The wheel scrolls a pane's history. Hold Shift to select text with your terminal.",
	)
}

// allKeys lists the keys of a command as people write them.
func allKeys(c command) string {
	var out []string
	for _, k := range c.prefix {
		out = append(out, "Ctrl-b "+printed(k))
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
		h.offset = len(h.lines)
	}
	return false, nil
}

func (h *help) paste(string) {}

func (h *help) mouse(e input.Mouse) {
	switch e.Button {
	case keys.WheelDown:
		h.offset += wheelLines
	case keys.WheelUp:
		h.offset -= wheelLines
	}
}

func (h *help) render(size session.Size) overlay {
	h.page = max(min(size.Rows-4, len(h.lines)), 1)
	h.offset = max(min(h.offset, len(h.lines)-h.page), 0)
	width := min(max(size.Cols-2, 4), 84)
	var shown []string
	for _, line := range h.lines[h.offset : h.offset+h.page] {
		shown = append(shown, lipgloss.NewStyle().MaxWidth(max(width-4, 1)).Render(line))
	}
	foot := "q closes"
	if h.page < len(h.lines) {
		foot = "↑ ↓ PgUp PgDn scroll, q closes"
	}
	return centred(boxStyle.Width(width).Render(strings.Join(shown, "\n")+"\n"+dimStyle.Render(foot)), size)
}
