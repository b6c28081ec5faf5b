package dialog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
	"dormer/ui/theme"
)

// hint is a key that can follow, and what it does.
type hint struct {
	key, title string
	// call is the call as it is written in the configuration; for a series its first one.
	call string
	// group is the group of the command. A hint with only a group is its heading.
	group command.Group
}

// Hints returns the box shown after a pause within a sequence: the keys that can follow, in
// groups with headings, in as many columns as fit, above the last line. It leaves the
// upper half of the screen free; keys that do not fit are only in the help.
func Hints(m *bind.Keymap, at *bind.Node, size session.Size, l theme.Looks) Overlay {
	all := hintList(m, at)
	inner, most := size.Cols-frameCols, min(max(size.Rows/2-3, 3), size.Rows-5)
	if most < 3 || inner < columnWidth(all) {
		inner, most = size.Cols, max(size.Rows-1, 1)
	}
	columns := columnsOf(grouped(all, most), 1)
	for rows := 2; columnsWidth(columns) > inner && rows <= most; rows++ {
		columns = columnsOf(grouped(all, most), rows)
	}
	if columnsWidth(columns) > inner {
		columns = columnsOf(grouped(fewerHints(all, most, inner, helpHint(m, at)), most), most)
	}
	if inner+frameCols <= size.Cols { // the frame fits the columns
		inner = min(inner, columnsWidth(columns))
	}
	drawn := make([]string, len(columns))
	for i, column := range columns {
		drawn[i] = drawColumn(column, i == len(columns)-1, l)
	}
	lines := strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, drawn...), "\n")
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], max(inner, 1), "")
	}
	o, _ := box{title: title(m, at), lines: lines, cols: inner}.over(l, size)
	o.Rect.Y = max(size.Rows-o.Rect.H-1, 0)
	o.Dims = false
	return o
}

// title returns the typed keys, and the name of the mode that they begin.
func title(m *bind.Keymap, at *bind.Node) string {
	if mode := m.ModeName(at.Keys); mode != "" {
		return at.Keys.Printed() + " " + mode
	}
	return at.Keys.Printed()
}

// drawColumn renders a column: keys with titles, below headings.
func drawColumn(column []hint, last bool, l theme.Looks) string {
	width := keyWidth(column)
	lines := make([]string, len(column))
	for i, h := range column {
		switch {
		case h.heading():
			lines[i] = l.Head.Render(string(h.group))
		case h.key != "":
			lines[i] = l.Key.Render(Padded(h.key, width)) + " " + h.title
		}
	}
	gap := hintGap
	if last {
		gap = 0
	}
	return lipgloss.NewStyle().PaddingRight(gap).Render(strings.Join(lines, "\n"))
}

// heading reports whether a hint is the heading of a group.
func (h hint) heading() bool { return h.key == "" && h.group != "" }

// grouped sorts hints into groups with headings, in the order of the help, and those without a
// group last. If there are few rows, it adds no headings, which would displace hints.
func grouped(all []hint, rows int) []hint {
	if rows < 3 {
		return all
	}
	var out []hint
	for _, g := range append(command.Groups(), "") {
		begun := false
		for _, h := range all {
			if h.group != g {
				continue
			}
			if !begun && g != "" {
				out = append(out, hint{group: command.Group(strings.ToUpper(string(g[:1])) + string(g[1:]))})
			}
			begun = true
			out = append(out, h)
		}
	}
	return out
}

// columnsOf arranges hints in columns of a number of rows. A heading within a column has a
// blank line above it if there is room, and never ends a column.
func columnsOf(all []hint, rows int) (columns [][]hint) {
	var column []hint
	for i, h := range all {
		full := len(column) >= rows
		if h.heading() && len(column) > 0 && rows > 2 {
			full = len(column)+3 > rows
			if !full {
				column = append(column, hint{})
			}
		}
		if full && i > 0 {
			columns, column = append(columns, column), nil
		}
		column = append(column, h)
	}
	return append(columns, column)
}

// hintsFirst are the hints to keep when not all fit.
var hintsFirst = []string{
	"tab.new", "pane.split-right", "pane.split-below", "pane.focus-left", "tab.select 1", "tab.next", "pane.zoom",
	"pane.close", "tab.close", "undo.close", "palette", "overview", "find-text", "leave", "copy", "pane.resize-left",
}

// briefHint is the minimum width of a shortened title, in columns.
const briefHint = 24

// fewerHints returns the most useful hints that fit, and rest, which says where all keys are
// listed. It shortens titles only as far as needed.
func fewerHints(all []hint, rows, inner int, rest hint) []hint {
	rank := map[string]int{}
	for i, name := range hintsFirst {
		rank[name] = i - len(hintsFirst)
	}
	first := slices.DeleteFunc(slices.Clone(all), func(h hint) bool { return h.call == rest.call })
	slices.SortStableFunc(first, func(a, b hint) int { return cmp.Compare(rank[a.call], rank[b.call]) })
	brief := min(briefHint, max(inner-12, 1))
	with := func(n, room int) []hint { return append(shortened(first[:n], room), rest) }
	width := func(n, room int) int { return columnsWidth(columnsOf(grouped(with(n, room), rows), rows)) }
	n := 0
	for n < len(first) && width(n+1, brief) <= inner {
		n++
	}
	room := widestHint
	for room > brief && width(n, room) > inner {
		room--
	}
	return with(n, room)
}

// shortened cuts the titles of hints to a number of columns.
func shortened(all []hint, room int) []hint {
	out := slices.Clone(all)
	for i := range out {
		out[i].title = grid.Cut(out[i].title, room)
	}
	return out
}

// helpHint returns the hint for the list of all keys.
func helpHint(m *bind.Keymap, at *bind.Node) hint {
	for _, s := range m.Sequences(config.Normal, "help") {
		if s.StartsWith(at.Keys) && len(s) > len(at.Keys) {
			return hint{key: s[len(at.Keys):].Printed(), title: "all keys", call: "help", group: command.GroupDormer}
		}
	}
	return hint{key: m.KeyOf("help"), title: "all keys", call: "help", group: command.GroupDormer}
}

// hintGap is the gap between two columns of hints.
const hintGap = 2

// keyWidth returns the width of the widest key.
func keyWidth(column []hint) (w int) {
	for _, h := range column {
		w = max(w, grid.StringWidth(h.key))
	}
	return w
}

// columnWidth returns the width of a column of hints.
func columnWidth(column []hint) (w int) {
	keys := keyWidth(column) + 1
	for _, h := range column {
		if h.heading() {
			w = max(w, grid.StringWidth(string(h.group)))
		} else {
			w = max(w, keys+grid.StringWidth(h.title))
		}
	}
	return w
}

// columnsWidth returns the width of all columns with their gaps.
func columnsWidth(columns [][]hint) int {
	w := -hintGap
	for _, column := range columns {
		w += columnWidth(column) + hintGap
	}
	return w
}

// hintList returns the hints for the keys that can follow a node. Series of similar commands
// come last.
func hintList(m *bind.Keymap, at *bind.Node) []hint {
	first := map[string]string{} // call to the key that is shown for it
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
			name, _, _ := strings.Cut(s.calls[0], " ")
			inSeries = append(inSeries, hint{keys, s.title, s.calls[0], m.Table.Named(name).Group})
		}
	}
	everything := len(at.Keys) == 0 || at.Keys[0] != m.Config.Prefix
	var cells []hint
	for _, b := range below {
		what, key := b.Written, b.Keys[len(at.Keys)]
		switch {
		case len(b.Keys) > len(at.Keys)+1:
			if n := deeper[key]; n > 0 {
				cells = append(cells, hint{keys.Printed(key), fmt.Sprintf("… and another key (%d)", n), what, ""})
				deeper[key] = 0
			}
		case told[what] || first[what] != key:
		case !b.Call.Command.Hidden || b.From == "" || everything:
			cells = append(cells, hint{keys.Printed(key), grid.Cut(b.Call.Title(), widestHint), what, b.Call.Command.Group})
		}
	}
	cells = append(cells, inSeries...)
	if slices.ContainsFunc(below, func(b bind.Binding) bool { return b.Stays }) {
		cells = append(cells, hint{key: keys.Printed("esc"), title: "back to the pane"})
	}
	return cells
}

// widestHint is the maximum width of a title, in columns.
const widestHint = 46

// hintSeries is a series of similar calls that share one hint.
type hintSeries struct {
	calls []string
	title string
	// one shows only the first key, ends the first and the last.
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
	{calls: []string{"links", "copy.output", "history.edit"}, title: "links, output, editor"},
	{calls: []string{"tab.rename", "pane.rename"}, title: "rename tab, pane"},
	{calls: []string{"menu.open", "menu.open tab"}, title: "menu of pane, of tab"},
	{calls: []string{"attention.next", "inbox"}, title: "what waits, inbox"},
}

// keys returns the printed keys of the series, or "" if one of its calls is not bound here. It
// marks the calls as told, so that they get no further hint.
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
