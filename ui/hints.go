package ui

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
)

// hints is the box that a pause after the prefix brings up: what can follow, in
// as many columns as fit, at the bottom of the body.
func hints(table []command, size session.Size, l looks) overlay {
	cells := hintCells(table, l)
	inner, most := size.Cols-4, size.Rows-5 // inside of a frame, between the bars
	if most < 3 || inner < columnWidth(cells) {
		inner, most = size.Cols, max(size.Rows-1, 1)
	}
	rows := 1
	for rows < len(cells) && columnsWidth(cells, rows) > inner {
		rows++
	}
	rows = min(rows, most)
	if shown := rows * fitting(cells, rows, inner); shown < len(cells) {
		cells = append(cells[:shown-1], hintCell("?", "all keys", l))
	}
	lines := make([]string, rows)
	for column := range slices.Chunk(cells, rows) {
		width := columnWidth(column) + hintGap
		for y, c := range column {
			lines[y] += c + strings.Repeat(" ", width-lipgloss.Width(c))
		}
	}
	for y := range lines {
		lines[y] = lipgloss.NewStyle().MaxWidth(max(inner, 1)).Render(lines[y])
	}
	o := l.framed(lines, inner, size)
	o.rect.Y = max(size.Rows-o.rect.H-1, 0)
	return o
}

// hintGap is the space between two columns of hints.
const hintGap = 2

// columnWidth is the width of the widest of some cells.
func columnWidth(cells []string) (w int) {
	for _, c := range cells {
		w = max(w, lipgloss.Width(c))
	}
	return w
}

// columnsWidth is the width of cells in columns of a number of rows.
func columnsWidth(cells []string, rows int) int {
	w := -hintGap
	for column := range slices.Chunk(cells, rows) {
		w += columnWidth(column) + hintGap
	}
	return w
}

// fitting is how many columns of a number of rows have room, at least one.
func fitting(cells []string, rows, inner int) (n int) {
	for n = 1; columnsWidth(cells[:min((n+1)*rows, len(cells))], rows) <= inner && n*rows < len(cells); n++ {
	}
	return n
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
	for _, s := range series {
		cells = append(cells, hintCell(s.keys, s.title, l))
	}
	return cells
}

// series are hidden rows of the table that are one thing to a reader.
var series = []struct{ keys, title string }{
	{"1 .. 9", "go to a tab"},
	{"n p Tab", "next, previous, last tab"},
	{"< >", "move tab"},
	{"← ↓ ↑ →", "focus a pane"},
	{"o O ;", "next, previous, last pane"},
	{"Ctrl-←", "resize, to all sides"},
	{"{ }", "swap panes"},
	{"( )", "previous, next view"},
}

func hintCell(key, title string, l looks) string {
	return l.key.Render(padded(key, 7)) + " " + title
}
