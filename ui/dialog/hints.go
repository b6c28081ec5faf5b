package dialog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// hint is a key that can follow, and what it does.
type hint struct {
	key, title string
	// call is what it does as one writes it, or the first thing of a series.
	call string
}

// Hints is the box that a pause after the prefix brings up: what can follow, in
// as many columns as fit, at the bottom of the body. It leaves the upper half of the
// screen as it is; what has no room there is in the help.
func Hints(m *bind.Keymap, at *bind.Node, size session.Size, l theme.Looks) Overlay {
	all := hintList(m, at)
	inner, most := size.Cols-4, min(max(size.Rows/2-3, 3), size.Rows-5)
	if most < 3 || inner < columnWidth(all) {
		inner, most = size.Cols, max(size.Rows-1, 1)
	}
	rows := 1
	for rows < len(all) && columnsWidth(all, rows) > inner {
		rows++
	}
	if rows > most {
		rows, all = most, fewerHints(all, most, inner, helpHint(m, at))
	}
	lines := make([]string, rows)
	for column := range slices.Chunk(all, rows) {
		keys, width := keyWidth(column), columnWidth(column)+hintGap
		for y, h := range column {
			cell := l.Key.Render(Padded(h.key, keys)) + " " + h.title
			lines[y] += cell + strings.Repeat(" ", max(width-theme.InkWidth(cell), 0))
		}
	}
	for y := range lines {
		lines[y] = lipgloss.NewStyle().MaxWidth(max(inner, 1)).Render(lines[y])
	}
	o := Framed(l, lines, inner, size)
	o.Rect.Y = max(size.Rows-o.Rect.H-1, 0)
	return o
}

// hintsFirst are those that stay where not all have room.
var hintsFirst = []string{
	"tab.new", "pane.split-right", "pane.split-below", "pane.focus-left", "tab.select 1", "tab.next", "pane.zoom",
	"pane.close", "tab.close", "undo.close", "palette", "overview", "find-text", "leave", "copy", "pane.resize-left",
}

// briefHint is the least room for a title where there is little, in columns.
const briefHint = 17

// fewerHints are as many hints as have room in some rows, the most useful ones,
// and where all are listed. Titles get what room these few leave.
func fewerHints(all []hint, rows, inner int, rest hint) []hint {
	rank := map[string]int{}
	for i, name := range hintsFirst {
		rank[name] = i - len(hintsFirst)
	}
	first := slices.DeleteFunc(slices.Clone(all), func(h hint) bool { return h.call == rest.call })
	slices.SortStableFunc(first, func(a, b hint) int { return cmp.Compare(rank[a.call], rank[b.call]) })
	with := func(n, room int) []hint { return append(briefly(first[:n], room), rest) }
	n := rows - 1
	for n+rows <= len(first) && columnsWidth(with(n+rows, briefHint), rows) <= inner {
		n += rows
	}
	room := widestHint
	for room > briefHint && columnsWidth(with(n, room), rows) > inner {
		room--
	}
	return with(n, room)
}

// briefly are hints with titles of at most so many columns.
func briefly(all []hint, room int) []hint {
	out := slices.Clone(all)
	for i := range out {
		out[i].title = grid.Cut(out[i].title, room)
	}
	return out
}

// helpHint says where all keys are listed.
func helpHint(m *bind.Keymap, at *bind.Node) hint {
	for _, s := range m.Sequences(config.Normal, "help") {
		if s.StartsWith(at.Keys) && len(s) > len(at.Keys) {
			return hint{key: s[len(at.Keys):].Printed(), title: "all keys", call: "help"}
		}
	}
	return hint{key: m.KeyOf("help"), title: "all keys", call: "help"}
}

// hintGap is the space between two columns of hints.
const hintGap = 2

// keyWidth is the width of the widest of some keys.
func keyWidth(column []hint) (w int) {
	for _, h := range column {
		w = max(w, grid.StringWidth(h.key))
	}
	return w
}

// columnWidth is the width of a column of hints.
func columnWidth(column []hint) (w int) {
	for _, h := range column {
		w = max(w, grid.StringWidth(h.title))
	}
	return keyWidth(column) + 1 + w
}

// columnsWidth is the width of hints in columns of a number of rows.
func columnsWidth(all []hint, rows int) int {
	w := -hintGap
	for column := range slices.Chunk(all, rows) {
		w += columnWidth(column) + hintGap
	}
	return w
}

// hintList are the keys that can follow a part of a sequence, with what they do:
// the rows of the table, then what is bound with arguments, longer sequences, and
// last what is one thing to a reader.
func hintList(m *bind.Keymap, at *bind.Node) []hint {
	first := map[string]string{} // the key of a call that is shown
	deeper := map[string]int{}
	below := m.Below(at, config.Normal)
	for _, b := range below {
		key := b.Keys[len(at.Keys)]
		if len(b.Keys) > len(at.Keys)+1 {
			deeper[key]++
		} else if what := b.Written; first[what] == "" {
			first[what] = key
		}
	}
	told := map[string]bool{}
	var inSeries []hint
	for _, s := range series {
		keys := s.keys(first, told)
		if keys != "" {
			inSeries = append(inSeries, hint{keys, s.title, s.calls[0]})
		}
	}
	everything := len(at.Keys) == 0 || at.Keys[0] != m.Config.Prefix
	var cells []hint
	for _, b := range below {
		what, key := b.Written, b.Keys[len(at.Keys)]
		switch {
		case len(b.Keys) > len(at.Keys)+1:
			if n := deeper[key]; n > 0 {
				cells = append(cells, hint{keys.Printed(key), fmt.Sprintf("… and another key (%d)", n), what})
				deeper[key] = 0
			}
		case told[what] || first[what] != key:
		case !b.Call.Command.Hidden || b.From == "" || everything:
			cells = append(cells, hint{keys.Printed(key), grid.Cut(b.Call.Title(), widestHint), what})
		}
	}
	cells = append(cells, inSeries...)
	if slices.ContainsFunc(below, func(b bind.Binding) bool { return b.Stays }) {
		cells = append(cells, hint{key: keys.Printed("esc"), title: "back to the pane"})
	}
	return cells
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
	{calls: []string{"pane.swap left", "pane.swap down", "pane.swap up", "pane.swap right"}, title: "swap with the pane on that side"},
	{calls: []string{"undo.close", "undo"}, title: "undo close, undo"},
	{calls: []string{"float.new", "float.hide"}, title: "new float, hide floats"},
	{calls: []string{"sync.tab"}, title: "type into all panes"},
	{calls: []string{"view.previous", "view.next"}, title: "previous, next view"},
	{calls: []string{"copy", "paste", "paste.choose"}, title: "copy, paste, choose"},
	{calls: []string{"links", "copy.output", "history.edit"}, title: "links, last output, editor"},
	{calls: []string{"tab.rename", "pane.rename"}, title: "rename tab, pane"},
	{calls: []string{"menu.open", "menu.open tab"}, title: "menu of pane, of tab"},
	{calls: []string{"attention.next", "inbox"}, title: "what waits, inbox"},
}

// keys are the keys of the series as one writes them, empty where one of them is
// not bound here. What it tells needs no hint of its own.
func (s hintSeries) keys(bound map[string]string, told map[string]bool) string {
	var out []string
	for _, c := range s.calls {
		if bound[c] == "" {
			return ""
		}
		out = append(out, keys.Printed(bound[c]))
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
