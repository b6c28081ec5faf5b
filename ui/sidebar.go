package ui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/theme"
)

// sidebar is the overview as a column beside the panes, for those who want to see
// it all the time. Whether it is open, and its width, are habits: see [Habits].
type sidebar struct {
	top int // the first item shown
	// shown is the pane that had the focus when it was drawn last: the list follows the
	// focus, not the wheel, when that goes elsewhere.
	shown session.ID
}

// The widths of a sidebar with its edge, in columns.
const (
	sidebarCols      = 27
	narrowestSidebar = 14
)

// sidebarWidth is the width of the sidebar with its edge, 0 where none is shown.
func (m *Model) sidebarWidth() int {
	if !m.habits.Sidebar || m.size.Cols < geometry.ColsForSidebar || m.size.Rows < geometry.RowsForTabBar {
		return 0
	}
	cols := m.habits.SidebarCols
	if cols == 0 {
		cols = sidebarCols
	}
	return min(max(cols, narrowestSidebar), m.size.Cols/2)
}

// sidebarItems are the lines of the sidebar: the tree of the overview, without what
// would change by the time that passes.
func (m *Model) sidebarItems() []dialog.Item {
	items := m.lists().Tree(nil)
	for i := range items {
		items[i].Right = "" // of what is closed
	}
	return items
}

// sidebarScene is what the painter knows of a sidebar: its lines, with SGR. A column at
// the right stays blank.
func (m *Model) sidebarScene() []string {
	r := m.geo.Sidebar
	if r.W < 1 {
		return nil
	}
	items, active := m.sidebarItems(), m.activePane()
	at := -1
	for i, it := range items {
		if it.Session == active && active != (session.ID{}) {
			at = i
		}
	}
	m.side.follow(at, active, len(items), r.H-1)
	muted := theme.Pen(grid.Style{FG: m.outer.theme.Muted})
	counts := strings.Split(m.counts(), ", ")
	for len(counts) > 1 && grid.StringWidth(strings.Join(counts, ", ")) > r.W-2 {
		counts = counts[:len(counts)-1]
	}
	lines := []string{muted.Render(" " + cut(strings.Join(counts, ", "), r.W-2))}
	for i := m.side.top; i < min(m.side.top+r.H-1, len(items)); i++ {
		lines = append(lines, m.sidebarLine(items[i], i == at, r.W-1, muted))
	}
	return lines
}

// sidebarLine is a line of the sidebar: the mark in its colour, what it is, and where as
// far as there is room. The active pane's has a sign before it, which shows without
// colours too.
func (m *Model) sidebarLine(it dialog.Item, active bool, cols int, muted lipgloss.Style) string {
	t := m.outer.theme
	name, mark, color := lipgloss.NewStyle(), cmp.Or(it.Mark, " "), m.markColor(it.Mark)
	if active {
		name = theme.Pen(t.ActiveTitle)
	}
	if active && it.Mark == "" {
		mark, color = activeSign, t.Accent
	}
	head := theme.Pen(grid.Style{FG: color}).Render(mark) + " " + strings.Repeat("  ", it.Depth)
	room := cols - lipgloss.Width(head)
	text := cut(it.Text, max(room, 0))
	if where := longest(m.whereWordings(it), room-grid.StringWidth(text)-2); where != "" {
		return head + name.Render(text) + muted.Render("  "+where)
	}
	return head + name.Render(text)
}

// activeSign stands where the active pane's line has no mark.
const activeSign = "›"

// whereWordings say where an item's session is, and on which branch, from long to short;
// of what holds several, what is told of it.
func (m *Model) whereWordings(it dialog.Item) (out []string) {
	dir := shortDir(m.state.Sessions[it.Session].Dir)
	if it.Detail == "" || dir == "" || !strings.HasPrefix(it.Detail, dir) {
		return []string{it.Detail}
	}
	for _, short := range bars.DirWordings(dir) {
		if branch := m.branchOf(it.Session); branch != "" {
			out = append(out, short+" "+branch)
		}
	}
	return append(out, bars.DirWordings(dir)...)
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
func (s *sidebar) follow(at int, active session.ID, items, rows int) {
	if active != s.shown && at >= 0 {
		s.shown = active
		if at < s.top || at >= s.top+rows {
			s.top = at - rows/2
		}
	}
	s.top = max(min(s.top, items-rows), 0)
}

// counts says how many sessions there are in which state.
func (m *Model) counts() string {
	open, suspended, failed := 0, 0, 0
	for _, id := range m.state.OpenIDs() {
		switch mark, is := m.mark(id), m.state.Sessions[id].Disposition; {
		case mark == attention.MarkAsleep || is == session.Suspended:
			suspended++
		case mark == attention.MarkFailed || is == session.Broken:
			failed++
		case is.Counted():
			open++
		}
	}
	closed := 0
	for _, c := range m.state.Undo {
		closed += len(c.Sessions)
	}
	out := fmt.Sprintf("%d open", open)
	for _, n := range []struct {
		of   int
		what string
	}{{suspended, "suspended"}, {failed, "failed"}, {closed, "closed"}} {
		if n.of > 0 {
			out += fmt.Sprintf(", %d %s", n.of, n.what)
		}
	}
	return out
}

// sizeSidebar gives the sidebar a width while its edge is dragged; 0 is the width that it
// has by itself.
func (m *Model) sizeSidebar(cols int) {
	if cols > 0 {
		cols = max(cols, narrowestSidebar)
	}
	m.habits.SidebarCols = cols
	m.changed()
}

// keepSidebar keeps the width that the sidebar was dragged to; one that was dragged to
// nothing closes.
func (m *Model) keepSidebar(cols int) tea.Cmd {
	return m.remember(func(h *Habits) {
		if cols < narrowestSidebar/2 {
			h.Sidebar, h.SidebarCols = false, 0
		}
	})
}

// scrollSidebar scrolls the list of the sidebar; where it ends, drawing it says.
func (m *Model) scrollSidebar(lines int) {
	m.side.top = max(m.side.top+lines, 0)
	m.changed()
}
