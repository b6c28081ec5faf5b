package labels

import (
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Tabs lays out the tab bar of a view in cols columns. Tabs that are too far from the active
// one to be shown get no label; only their marks are used.
func (l *Labels) Tabs(view workspace.View, cols int) []bars.TabSpot {
	active := view.Index(view.ActiveTab)
	items := make([]bars.Tab, len(view.Tabs))
	for i := range view.Tabs {
		t := &view.Tabs[i]
		items[i] = bars.Tab{ID: t.ID, Label: bars.Unlabelled, Active: i == active, Mark: l.TabMark(*t)}
		if near := bars.MaxTabs(cols); i >= active-near && i <= active+near {
			items[i].Label = l.tabLabel(i+1, *t, items[i].Mark)
		}
	}
	return bars.PlaceTabs(items, cols, attention.MostUrgent)
}

// TabsShown returns the tab bar in the theme's styles.
func (l *Labels) TabsShown(view workspace.View, cols int) []theme.Spot {
	t, spots := l.Theme, l.Tabs(view, cols)
	out := make([]theme.Spot, 0, len(spots))
	for _, s := range spots {
		style := t.Tab
		switch {
		case s.Active:
			style = t.ActiveTab
		case s.Create:
			style = t.Hint
		}
		out = append(out, theme.Spot{X: s.X, End: s.End, Text: s.Label, Style: style})
		if x, mark, ok := l.markIn(s); ok && !s.Active {
			out = append(out, theme.Spot{X: x, End: s.End, Text: mark, Style: onBar(t, l.MarkColor(mark))})
		}
	}
	return out
}

// markIn returns the column and the text of the mark in a tab's label, or in the count of
// hidden tabs; ok is false if there is none.
func (l *Labels) markIn(s bars.TabSpot) (x int, mark string, ok bool) {
	x = s.X
	for rest := s.Label; rest != ""; {
		cluster, w := grid.NextCluster(rest)
		if attention.Urgent(cluster) != "" && cluster != "…" && (s.More || cluster == l.markOf(s.Tab)) {
			return x, cluster, true
		}
		x, rest = x+w, rest[len(cluster):]
	}
	return 0, "", false
}

// markOf returns the mark of a tab, or "" if the tab is gone.
func (l *Labels) markOf(id workspace.TabID) string {
	_, t, open := l.State.Tab(id)
	if !open {
		return ""
	}
	return l.TabMark(t)
}

// tabLabel returns a tab's label in the configured format.
func (l *Labels) tabLabel(number int, t workspace.Tab, mark string) bars.Label {
	zoomed := ""
	if t.Zoomed {
		zoomed = "Z"
	}
	values := map[string]string{"{number}": strconv.Itoa(number), "{zoomed}": zoomed, "{mark}": l.Shown(mark), "{progress}": Percent(l.Progress(t))}
	before, after, titled := strings.Cut(l.Tab, "{title}")
	out := bars.Label{Head: " " + bars.Expand(before, values), Tail: bars.Expand(after, values) + " "}
	if titled {
		out.Title = l.State.TabTitle(t)
	}
	if n := len(t.HiddenFloats()); n > 0 {
		out.Tail = fmt.Sprintf(" +%d", n) + out.Tail
	}
	if len(t.Synced) > 1 {
		out.Tail = " SYNC" + out.Tail
	}
	return out
}
