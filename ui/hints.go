package ui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
)

// hints is the box that a pause after the prefix brings up: what can follow, in
// as many columns as fit, at the bottom of the body.
func hints(table []command, size session.Size) overlay {
	var cells []string
	widest := 0
	for _, c := range table {
		if c.hidden || len(c.prefix) == 0 {
			continue
		}
		title, _, _ := strings.Cut(c.title, " (")
		cell := keyStyle.Render(padded(printed(c.prefix[0]), 7)) + " " + title
		widest = max(widest, lipgloss.Width(cell))
		cells = append(cells, cell)
	}
	cells = append(cells, keyStyle.Render(padded("1 .. 9", 7))+" go to a tab")
	inner := max(size.Cols-4, 1)
	columns := max((inner+2)/(widest+2), 1)
	rows := (len(cells) + columns - 1) / columns
	rows = min(rows, max(size.Rows-5, 1))
	var lines []string
	for y := range rows {
		var line strings.Builder
		for x := range columns {
			if i := x*rows + y; i < len(cells) {
				line.WriteString(cells[i] + strings.Repeat(" ", max(widest+2-lipgloss.Width(cells[i]), 0)))
			}
		}
		lines = append(lines, lipgloss.NewStyle().MaxWidth(inner).Render(line.String()))
	}
	o := centred(boxStyle.Width(size.Cols).Render(strings.Join(lines, "\n")), size)
	o.rect.Y = max(size.Rows-o.rect.H-1, 0)
	return o
}
