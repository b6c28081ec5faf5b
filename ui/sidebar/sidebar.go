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

// Sidebar is the scroll position of the list.
type Sidebar struct {
	// Top is the first visible item. [Sidebar.Lines] keeps it within the list.
	Top int
	// shown is the session that had the focus when the sidebar was drawn last. The list scrolls
	// to the active pane only when the focus moves, so the wheel can scroll away from it.
	shown session.ID
}

// The widths of a sidebar with its edge, in columns.
const (
	usualCols = 27
	// Narrowest is the least width that it can be given.
	Narrowest = 14
)

// Width returns the width of an open sidebar, including its edge. given is the width that the user
// has set, 0 for the default. Width returns 0 if the screen is too small for a sidebar.
func Width(given int, size session.Size) int {
	if size.Cols < geometry.ColsForSidebar || size.Rows < geometry.RowsForTabBar {
		return 0
	}
	if given == 0 {
		given = usualCols
	}
	return min(max(given, Narrowest), size.Cols/2)
}

// Lines returns the lines of the sidebar: the numbers of sessions, then the visible items. If the
// focus has moved, the item of the active pane is among them. The rightmost column stays blank.
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

// line returns a line of the sidebar: the mark in its colour, the item's text, and its place if
// there is room. The active pane has a sign in place of an empty mark, which is visible without
// colours.
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

// At returns the item in a row of the sidebar; false if there is none.
func (s *Sidebar) At(items []lists.Line, row int) (dialog.Item, bool) {
	at := s.Top + row - 1
	if row < 1 || at >= len(items) {
		return dialog.Item{}, false
	}
	return items[at].Item(), true
}

// activeSign takes the place of the mark if the active pane has none.
const activeSign = "›"

// whereWordings returns the text after an item's name, from long to short: the status of its
// session unless that just runs, else its directory and branch. For an item with several sessions
// it is the item's detail.
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

// changes returns the counts after a branch's name: "*3 +2 -1" for "fix *3 +2 -1"; nil for none.
func changes(branch string) []string {
	if _, told, _ := strings.Cut(branch, " "); strings.IndexAny(told, "*+-") == 0 {
		return []string{told}
	}
	return nil
}

// longest returns the first wording that fits, or the empty string.
func longest(wordings []string, room int) string {
	for _, w := range wordings {
		if grid.StringWidth(w) <= room {
			return w
		}
	}
	return ""
}

// follow scrolls to the active pane's line when the focus has moved, and keeps Top within the list.
func (s *Sidebar) follow(at int, active session.ID, items, rows int) {
	if active != s.shown && at >= 0 {
		s.shown = active
		if at < s.Top || at >= s.Top+rows {
			s.Top = at - rows/2
		}
	}
	s.Top = max(min(s.Top, items-rows), 0)
}

// counts returns the number of sessions in each state, in words.
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
