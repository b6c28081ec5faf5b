package ui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
)

// hints is the box that a pause after the prefix brings up: what can follow, in
// as many columns as fit, at the bottom of the body.
func hints(table []command, size session.Size, l looks) overlay {
	const gap = 2
	cells := hintCells(table, l)
	widest := 0
	for _, c := range cells {
		widest = max(widest, lipgloss.Width(c))
	}
	inner, most := size.Cols-4, size.Rows-5 // inside of a frame, between the bars
	if most < 3 || inner < widest {
		inner, most = size.Cols, max(size.Rows-1, 1)
	}
	columns := max((inner+gap)/(widest+gap), 1)
	rows := min((len(cells)+columns-1)/columns, most)
	if shown := rows * columns; shown < len(cells) {
		cells[shown-1] = hintCell("?", "all keys", l)
	}
	var lines []string
	for y := range rows {
		var line strings.Builder
		for x := range columns {
			if i := x*rows + y; i < len(cells) {
				line.WriteString(cells[i] + strings.Repeat(" ", max(widest+gap-lipgloss.Width(cells[i]), 0)))
			}
		}
		lines = append(lines, lipgloss.NewStyle().MaxWidth(max(inner, 1)).Render(line.String()))
	}
	o := l.framed(lines, inner, size)
	o.rect.Y = max(size.Rows-o.rect.H-1, 0)
	return o
}

// hintCells are the keys that can follow the prefix with what they do.
func hintCells(table []command, l looks) []string {
	var cells []string
	for _, c := range table {
		if c.hidden || len(c.prefix) == 0 {
			continue
		}
		title, _, _ := strings.Cut(c.title, " (")
		cells = append(cells, hintCell(printed(c.prefix[0]), title, l))
	}
	return append(cells, hintCell("1 .. 9", "go to a tab", l))
}

func hintCell(key, title string, l looks) string {
	return l.key.Render(padded(key, 7)) + " " + title
}
