package ui

import (
	"fmt"
	"strconv"
	"strings"

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
	}
	return out
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
