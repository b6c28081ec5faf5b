package sidebar

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/homedir"
	"dormer/ui/labels"
	"dormer/ui/lists"
	"dormer/ui/theme"
)

// Sidebar is the part of the list that is shown.
type Sidebar struct {
	// Top is the first item shown. [Sidebar.Lines] keeps it within the list.
	Top int
	// shown is the pane that had the focus when it was drawn last: the list follows the
	// focus, not the wheel, when that goes elsewhere.
	shown session.ID
}

// The widths of a sidebar with its edge, in columns.
const (
	usualCols = 27
	// Narrowest is the least width that it can be given.
	Narrowest = 14
)

// Width is the width of an open sidebar with its edge on a screen of a size: what the
// user gave it, 0 for the usual one. It is 0 where the screen has no room for it.
func Width(given int, size session.Size) int {
	if size.Cols < geometry.ColsForSidebar || size.Rows < geometry.RowsForTabBar {
		return 0
	}
	if given == 0 {
		given = usualCols
	}
	return min(max(given, Narrowest), size.Cols/2)
}

// Lines are the lines of the sidebar in some columns and rows: how many sessions there
// are, then as many of the items as there is room for, that of the active pane among them
// when the focus has moved. A column at the right stays blank.
func (s *Sidebar) Lines(l *labels.Labels, items []lists.Line, active session.ID, cols, rows int) []string {
	at := -1
	for i, it := range items {
		if it.Session == active && active != (session.ID{}) {
			at = i
		}
	}
	s.follow(at, active, len(items), rows-1)
	muted := theme.Pen(grid.Style{FG: l.Theme.Muted})
	counted := counts(l)
	for len(counted) > 1 && grid.StringWidth(strings.Join(counted, ", ")) > cols-2 {
		counted = counted[:len(counted)-1]
	}
	lines := []string{muted.Render(" " + grid.Cut(strings.Join(counted, ", "), cols-2))}
	for i := s.Top; i < min(s.Top+rows-1, len(items)); i++ {
		lines = append(lines, line(l, items[i].Item(), i == at, cols-1, muted))
	}
	return lines
}

// line is a line of the sidebar: the mark in its colour, what it is, and where as
// far as there is room. The active pane's has a sign before it, which shows without
// colours too.
func line(l *labels.Labels, it dialog.Item, active bool, cols int, muted lipgloss.Style) string {
	t := l.Theme
	name, mark, color := lipgloss.NewStyle(), cmp.Or(it.Mark, " "), l.MarkColor(it.Mark)
	if active {
		name = theme.Pen(t.ActiveTitle)
	}
	if active && it.Mark == "" {
		mark, color = activeSign, t.Accent
	}
	head := theme.Pen(grid.Style{FG: color}).Render(mark) + " " + strings.Repeat("  ", it.Depth)
	room := cols - lipgloss.Width(head)
	text := grid.Cut(it.Text, max(room, 0))
	if where := longest(whereWordings(l, it), room-grid.StringWidth(text)-2); where != "" {
		return head + name.Render(text) + muted.Render("  "+where)
	}
	return head + name.Render(text)
}

// activeSign stands where the active pane's line has no mark.
const activeSign = "›"

// whereWordings say how an item's session is, unless it just runs, or where it is and on
// which branch, from long to short; of what holds several, what is told of it.
func whereWordings(l *labels.Labels, it dialog.Item) (out []string) {
	dir, branch := homedir.Short(l.State.Sessions[it.Session].Dir, l.Home), l.Branch(it.Session)
	inTree := branch != "" && strings.HasSuffix(it.Detail, branch) && !strings.HasPrefix(it.Detail, dir)
	if it.Detail == "" || dir == "" || !strings.HasPrefix(it.Detail, dir) && !inTree {
		return append([]string{it.Detail}, changes(it.Detail)...)
	}
	if s := l.Status(it.Session); s.Text != "" && !s.Runs() {
		for _, told := range changes(branch) {
			out = append(out, s.Text+" "+told, s.Short()+" "+told)
		}
		out = append(out, s.Text, s.Short())
	}
	if inTree {
		return append(append(out, it.Detail, branch), changes(branch)...)
	}
	for _, short := range bars.DirWordings(dir) {
		if branch != "" {
			out = append(out, short+" "+branch)
		}
	}
	return append(out, bars.DirWordings(dir)...)
}

// changes is what a branch is told with: "*3 +2 -1" of "fix *3 +2 -1"; nothing for none.
func changes(branch string) []string {
	if _, told, _ := strings.Cut(branch, " "); strings.IndexAny(told, "*+-") == 0 {
		return []string{told}
	}
	return nil
}

// longest is the first of some wordings that has room, empty where none has.
func longest(wordings []string, room int) string {
	for _, w := range wordings {
		if grid.StringWidth(w) <= room {
			return w
		}
	}
	return ""
}

// follow keeps the active pane's line in the window when the focus goes elsewhere,
// and the window within the list.
func (s *Sidebar) follow(at int, active session.ID, items, rows int) {
	if active != s.shown && at >= 0 {
		s.shown = active
		if at < s.Top || at >= s.Top+rows {
			s.Top = at - rows/2
		}
	}
	s.Top = max(min(s.Top, items-rows), 0)
}

// counts says how many sessions there are in which state.
func counts(l *labels.Labels) (out []string) {
	open, suspended, failed := 0, 0, 0
	for _, id := range l.State.OpenIDs() {
		switch mark, is := l.Mark(id), l.State.Sessions[id].Disposition; {
		case mark == attention.MarkAsleep || is == session.Suspended:
			suspended++
		case mark == attention.MarkFailed || is == session.Broken:
			failed++
		case is.Counted():
			open++
		}
	}
	closed := 0
	for _, c := range l.State.Undo {
		closed += len(c.Sessions)
	}
	out = append(out, fmt.Sprintf("%d open", open))
	for _, n := range []struct {
		of   int
		what string
	}{{suspended, "suspended"}, {failed, "failed"}, {closed, "closed"}} {
		if n.of > 0 {
			out = append(out, fmt.Sprintf("%d %s", n.of, n.what))
		}
	}
	return out
}
