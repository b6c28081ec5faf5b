package ui

import (
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
	"dormer/ui/paint"
	"dormer/workspace"
)

// tabSpot is a place in the tab bar: a tab, the number of those beyond an end of
// the bar, or the sign that opens a new one.
type tabSpot struct {
	x, end int
	tab    workspace.TabID // of a number: the nearest of the tabs that it counts
	label  string
	active bool
	create bool
	more   bool
}

// tabItem is a tab on its way into the bar.
type tabItem struct {
	tab    workspace.TabID
	label  tabLabel
	cols   int // of the label, once it is placed
	active bool
	mark   string
}

// tabLabel is what a tab is labelled with; only the title gives way where there is
// little room.
type tabLabel struct{ head, title, tail string }

func (l tabLabel) width() int { return grid.StringWidth(l.head + l.title + l.tail) }

// fit is the label in at most a number of columns.
func (l tabLabel) fit(cols int) string {
	room := cols - grid.StringWidth(l.head+l.tail)
	if room < 1 {
		return cut(l.head+l.title+l.tail, cols)
	}
	return l.head + cut(l.title, room) + l.tail
}

// The widths of labels in the tab bar, in columns.
const (
	widestLabel    = 32
	narrowestLabel = 14
	leastLabel     = 6 // of a single tab
)

const newTabSign = " + "

// tabSpots lays the tab bar out. Tabs that are too far from the active one to have
// room get no label: of those only the marks count.
func (m *Model) tabSpots() []tabSpot {
	view := m.activeView()
	active := tabIndex(view, view.ActiveTab)
	items := make([]tabItem, len(view.Tabs))
	for i := range view.Tabs {
		t := &view.Tabs[i]
		items[i] = tabItem{tab: t.ID, label: unseen, active: i == active, mark: m.tabMark(*t)}
		if near := m.size.Cols / unseen.width(); i >= active-near && i <= active+near {
			items[i].label = m.tabLabel(i+1, *t, items[i].mark)
		}
	}
	return placeTabs(items, m.size.Cols)
}

// tabsShown is the tab bar as it is drawn.
func (m *Model) tabsShown() []paint.Spot {
	if m.geo.TabBar.H == 0 {
		return nil
	}
	t := m.outer.theme
	var out []paint.Spot
	for _, s := range m.tabSpots() {
		style := t.Tab
		switch {
		case s.active:
			style = t.ActiveTab
		case s.create:
			style = t.Hint
		}
		out = append(out, paint.Spot{X: s.x, End: s.end, Text: s.label, Style: style})
	}
	return out
}

// unseen is the label of a tab that is not shown, no wider than any other.
var unseen = tabLabel{head: " ", tail: " "}

// tabLabel is a tab's label in the configured format.
func (m *Model) tabLabel(number int, t workspace.Tab, mark string) tabLabel {
	zoomed := ""
	if t.Zoomed {
		zoomed = "Z"
	}
	values := map[string]string{"{number}": strconv.Itoa(number), "{zoomed}": zoomed, "{mark}": m.shownMark(mark), "{progress}": progressWords(m.tabProgress(t))}
	before, after, titled := strings.Cut(m.config.Status.Tab, "{title}")
	l := tabLabel{head: " " + expand(before, values), tail: expand(after, values) + " "}
	if titled {
		l.title = m.state.TabTitle(t)
	}
	if n := hiddenIn(t); n > 0 {
		l.tail = fmt.Sprintf(" +%d", n) + l.tail
	}
	if len(t.Synced) > 1 {
		l.tail = " SYNC" + l.tail
	}
	return l
}

// placeTabs gives tabs their columns: labels as wide as there is room for, and
// where not even narrow ones fit, those around the active tab between the numbers
// of those that do not. The last spot is the sign for a new tab.
func placeTabs(items []tabItem, cols int) []tabSpot {
	for i := range items {
		items[i].cols = items[i].label.width()
	}
	room := cols - len(newTabSign)
	limit := widestLabel
	for limit > narrowestLabel && tabsWidth(items, limit) > room {
		limit--
	}
	first, end := 0, len(items)
	if len(items) > 0 && tabsWidth(items, limit) > room {
		if room -= 2 * widestCount(len(items)); room < leastLabel {
			room = cols
		}
		first, end = around(items, limit, room)
		limit = min(limit, room)
	}
	bar := tabBar{cols: cols}
	if first > 0 && bar.hasRoom(items, first, end, limit) {
		bar.add(tabSpot{tab: items[first-1].tab, label: fmt.Sprintf(" ‹%d%s ", first, urgency(items[:first])), more: true})
	}
	for _, it := range items[first:end] {
		bar.add(tabSpot{tab: it.tab, label: it.label.fit(limit), active: it.active})
	}
	if n := len(items) - end; n > 0 && bar.x+widestCount(n) <= cols {
		bar.add(tabSpot{tab: items[end].tab, label: fmt.Sprintf(" %s%d› ", urgency(items[end:]), n), more: true})
	}
	if bar.x+len(newTabSign) <= cols {
		bar.add(tabSpot{label: newTabSign, create: true})
	}
	return bar.spots
}

// tabBar is a bar that is filled from the left.
type tabBar struct {
	cols, x int
	spots   []tabSpot
}

func (b *tabBar) add(s tabSpot) {
	s.x, s.end = b.x, min(b.x+grid.StringWidth(s.label), b.cols)
	b.x = s.end
	b.spots = append(b.spots, s)
}

// hasRoom reports whether a number fits in front of the shown tabs.
func (b *tabBar) hasRoom(items []tabItem, first, end, limit int) bool {
	return tabsWidth(items[first:end], limit)+widestCount(first) <= b.cols
}

// widestCount is the room for the number of tabs that are not shown.
func widestCount(n int) int { return len(fmt.Sprint(n)) + 4 }

func urgency(items []tabItem) string {
	var marks []string
	for _, it := range items {
		marks = append(marks, it.mark)
	}
	return mostUrgent(marks)
}

// around takes the active tab and its neighbours in turn while they fit.
func around(items []tabItem, limit, room int) (first, end int) {
	for first < len(items)-1 && !items[first].active {
		first++
	}
	end = first + 1
	width := tabsWidth(items[first:end], limit)
	for grown := true; grown; {
		grown = false
		if end < len(items) && width+tabsWidth(items[end:end+1], limit) <= room {
			width += tabsWidth(items[end:end+1], limit)
			end++
			grown = true
		}
		if first > 0 && width+tabsWidth(items[first-1:first], limit) <= room {
			first--
			width += tabsWidth(items[first:first+1], limit)
			grown = true
		}
	}
	return first, end
}

func tabsWidth(items []tabItem, limit int) (n int) {
	for _, it := range items {
		n += min(it.cols, limit)
	}
	return n
}

func tabSpotAt(spots []tabSpot, x int) (tabSpot, bool) {
	for _, s := range spots {
		if x >= s.x && x < s.end {
			return s, true
		}
	}
	return tabSpot{}, false
}
