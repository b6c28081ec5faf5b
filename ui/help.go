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
	keys   keymap
	offset int
	count  int // of all lines
	page   int // lines shown at the last render
}

func (m *Model) openHelp() tea.Cmd {
	m.openDialog(&help{keys: m.keys})
	return nil
}

// helpLines is the whole help for a width: a heading for each group, a line for
// each command. Where there is no room for all of a command's keys its first one
// stands for them.
func helpLines(m keymap, width int, l looks) []string {
	const widest, narrowest, titles = 35, 14, 34
	column, most := widest, 9
	if width < 2+widest+1+titles {
		column, most = narrowest, 1
	}
	keysOf := func(name string) string {
		all := m.allKeys(name)
		return strings.Join(all[:min(most, len(all))], ", ")
	}
	row := func(keys, title string) string { return "  " + l.key.Render(padded(keys, column)) + " " + title }
	lines := append(wrapped(helpHead(m, l), width), "")
	for _, g := range []group{groupTabs, groupPanes, groupCopy, groupReading, groupLayout, groupViews, groupDormer} {
		lines = append(lines, l.head.Render(strings.ToUpper(string(g[:1]))+string(g[1:])))
		for _, c := range m.table {
			if c.group == g && c.resolve != nil {
				lines = append(lines, row(keysOf(c.name), c.title))
			}
		}
		if ends := m.allKeys("tab.select 1"); g == groupTabs && len(ends) > 0 {
			lines = append(lines, row(ends[0]+" .. 9", "tab 1 .. 9"))
		}
		lines = append(lines, "")
	}
	if yours := helpOfYours(m, row); len(yours) > 0 {
		lines = append(lines, append([]string{l.head.Render("Yours, with arguments")}, append(yours, "")...)...)
	}
	lines = append(lines, l.head.Render("Mouse"))
	for _, text := range []string{
		"Click a pane, a title or a tab to go there. Drag a line between panes to move it.",
		"The wheel scrolls a pane's history.",
		"Drag over text to copy it; twice takes words, three times lines, with Alt a block.",
		"Ctrl-click opens a link. The middle button pastes what was copied.",
		"Hold Shift to select text with your terminal, also where a program has the mouse.",
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

// helpHead says in a sentence which keys the pane does not get.
func helpHead(m keymap, l looks) string {
	if m.config.Prefix == "" {
		return "Everything typed goes to the pane, except what is listed here."
	}
	return "Everything typed goes to the pane, except " + l.key.Render(printed(m.config.Prefix)) + " and the key after it."
}

// helpOfYours is what the configuration binds with arguments.
func helpOfYours(m keymap, row func(keys, title string) string) (out []string) {
	for _, b := range m.bindings {
		if b.from == "" && len(b.call.args) > 0 {
			out = append(out, row(b.keys.printed(), b.call.String()))
		}
	}
	return out
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
	lines := helpLines(h.keys, inner, l)
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
