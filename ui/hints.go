package ui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/ui/config"
)

// hints is the box that a pause after the prefix brings up: what can follow, in
// as many columns as fit, at the bottom of the body.
func hints(m keymap, at *node, size session.Size, l looks) overlay {
	cells := hintCells(m, at, l)
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
		cells = append(cells[:shown-1], helpHint(m, at, l))
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

// helpHint says where all keys are listed.
func helpHint(m keymap, at *node, l looks) string {
	for _, s := range m.sequencesOf(config.Normal, "help") {
		if s.startsWith(at.keys) && len(s) > len(at.keys) {
			return hintCell(s[len(at.keys):].printed(), "all keys", l)
		}
	}
	return hintCell(m.keyOf("help"), "all keys", l)
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

// hintCells are the keys that can follow a part of a sequence, with what they do:
// the rows of the table, then what is bound with arguments, longer sequences, and
// last what is one thing to a reader.
func hintCells(m keymap, at *node, l looks) []string {
	first := map[string]string{} // the key of a call that is shown
	deeper := map[string]int{}
	below := m.below(at, config.Normal)
	for _, b := range below {
		key := b.keys[len(at.keys)]
		if len(b.keys) > len(at.keys)+1 {
			deeper[key]++
		} else if what := b.written; first[what] == "" {
			first[what] = key
		}
	}
	told := map[string]bool{}
	var inSeries []string
	for _, s := range series {
		keys := s.keys(first, told)
		if keys != "" {
			inSeries = append(inSeries, hintCell(keys, s.title, l))
		}
	}
	everything := len(at.keys) == 0 || at.keys[0] != m.config.Prefix
	var cells []string
	for _, b := range below {
		what, key := b.written, b.keys[len(at.keys)]
		switch {
		case len(b.keys) > len(at.keys)+1:
			if n := deeper[key]; n > 0 {
				cells = append(cells, hintCell(printed(key), fmt.Sprintf("… and another key (%d)", n), l))
				deeper[key] = 0
			}
		case told[what] || first[what] != key:
		case !b.call.command.hidden || b.from == "" || everything:
			cells = append(cells, hintCell(printed(key), cut(b.call.title(), widestHint), l))
		}
	}
	return append(cells, inSeries...)
}

// widestHint is the room that the title of a hint gets, in columns.
const widestHint = 46

// hintSeries is commands that are one thing to a reader.
type hintSeries struct {
	calls []string
	title string
	// one says that the key of the first stands for all, ends that those of the first
	// and the last do.
	one, ends bool
}

var series = []hintSeries{
	{calls: []string{"tab.select 1", "tab.select 2", "tab.select 3", "tab.select 4", "tab.select 5", "tab.select 6", "tab.select 7", "tab.select 8", "tab.select 9"}, title: "go to a tab", ends: true},
	{calls: []string{"tab.next", "tab.previous", "tab.last"}, title: "next, previous, last tab"},
	{calls: []string{"tab.move-left", "tab.move-right"}, title: "move tab"},
	{calls: []string{"pane.focus-left", "pane.focus-down", "pane.focus-up", "pane.focus-right"}, title: "focus a pane"},
	{calls: []string{"pane.next", "pane.previous", "pane.last"}, title: "next, previous, last pane"},
	{calls: []string{"pane.resize-left", "pane.resize-down", "pane.resize-up", "pane.resize-right"}, title: "resize, to all sides", one: true},
	{calls: []string{"pane.swap-previous", "pane.swap-next"}, title: "swap panes"},
	{calls: []string{"view.previous", "view.next"}, title: "previous, next view"},
}

// keys are the keys of the series as one writes them, empty where one of them is
// not bound here. What it tells needs no hint of its own.
func (s hintSeries) keys(bound map[string]string, told map[string]bool) string {
	var out []string
	for _, c := range s.calls {
		if bound[c] == "" {
			return ""
		}
		out = append(out, printed(bound[c]))
	}
	for _, c := range s.calls {
		told[c] = true
	}
	switch {
	case s.one:
		return out[0]
	case s.ends:
		return out[0] + " .. " + out[len(out)-1]
	}
	return strings.Join(out, " ")
}

func hintCell(key, title string, l looks) string {
	return l.key.Render(padded(key, 7)) + " " + title
}
