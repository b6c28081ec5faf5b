package ui

import (
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/paint"
	"dormer/workspace"
)

// tabSpots lays the tab bar out. Tabs that are too far from the active one to have
// room get no label: of those only the marks count.
func (m *Model) tabSpots() []bars.TabSpot {
	view := m.activeView()
	active := view.Index(view.ActiveTab)
	items := make([]bars.Tab, len(view.Tabs))
	for i := range view.Tabs {
		t := &view.Tabs[i]
		items[i] = bars.Tab{ID: t.ID, Label: bars.Unlabelled, Active: i == active, Mark: m.tabMark(*t)}
		if near := bars.MostTabs(m.size.Cols); i >= active-near && i <= active+near {
			items[i].Label = m.tabLabel(i+1, *t, items[i].Mark)
		}
	}
	return bars.PlaceTabs(items, m.size.Cols, attention.MostUrgent)
}

// tabsShown is the tab bar as it is drawn.
func (m *Model) tabsShown() []paint.Spot {
	if m.geo.TabBar.H == 0 {
		return nil
	}
	t, spots := m.outer.theme, m.tabSpots()
	out := make([]paint.Spot, 0, len(spots))
	for _, s := range spots {
		style := t.Tab
		switch {
		case s.Active:
			style = t.ActiveTab
		case s.Create:
			style = t.Hint
		}
		out = append(out, paint.Spot{X: s.X, End: s.End, Text: s.Label, Style: style})
		if x, mark, ok := m.markIn(s); ok && !s.Active {
			out = append(out, paint.Spot{X: x, End: s.End, Text: mark, Style: onBar(t, m.markColor(mark))})
		}
	}
	return out
}

// markIn finds the mark in the label of a tab, or of the number of those that are not
// shown, and its column; false where it has none.
func (m *Model) markIn(s bars.TabSpot) (x int, mark string, ok bool) {
	x = s.X
	for rest := s.Label; rest != ""; {
		cluster, w := grid.NextCluster(rest)
		if attention.Urgent(cluster) != "" && cluster != "…" && (s.More || cluster == m.tabMarkOf(s.Tab)) {
			return x, cluster, true
		}
		x, rest = x+w, rest[len(cluster):]
	}
	return 0, "", false
}

// tabMarkOf is the mark of a tab, empty where it is gone.
func (m *Model) tabMarkOf(id workspace.TabID) string {
	_, t, open := m.state.Tab(id)
	if !open {
		return ""
	}
	return m.tabMark(t)
}

// tabLabel is a tab's label in the configured format.
func (m *Model) tabLabel(number int, t workspace.Tab, mark string) bars.Label {
	zoomed := ""
	if t.Zoomed {
		zoomed = "Z"
	}
	values := map[string]string{"{number}": strconv.Itoa(number), "{zoomed}": zoomed, "{mark}": m.shownMark(mark), "{progress}": progressWords(m.tabProgress(t))}
	before, after, titled := strings.Cut(m.config.Status.Tab, "{title}")
	l := bars.Label{Head: " " + bars.Expand(before, values), Tail: bars.Expand(after, values) + " "}
	if titled {
		l.Title = m.state.TabTitle(t)
	}
	if n := len(t.HiddenFloats()); n > 0 {
		l.Tail = fmt.Sprintf(" +%d", n) + l.Tail
	}
	if len(t.Synced) > 1 {
		l.Tail = " SYNC" + l.Tail
	}
	return l
}
