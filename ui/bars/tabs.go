package bars

import (
	"fmt"

	"dormer/session/grid"
	"dormer/workspace"
)

// TabSpot is a place in the tab bar, the columns [X, End): a tab, with More the number
// of those beyond an end of the bar, or with Create the sign that opens a new one.
type TabSpot struct {
	X, End int
	Tab    workspace.TabID // of a number: the nearest of the tabs that it counts
	Label  string
	Active bool
	Create bool
	More   bool
}

// Tab is a tab on its way into the bar. Mark is what it has to say, empty for nothing;
// where the label says it too, that is the label's business.
type Tab struct {
	ID     workspace.TabID
	Label  Label
	Active bool
	Mark   string
	cols   int // of the label, once it is placed
}

// Label is what a tab is labelled with; only the title gives way where there is
// little room.
type Label struct{ Head, Title, Tail string }

func (l Label) width() int { return grid.StringWidth(l.Head + l.Title + l.Tail) }

// fit is the label in at most a number of columns.
func (l Label) fit(cols int) string {
	room := cols - grid.StringWidth(l.Head+l.Tail)
	if room < 1 {
		return grid.Cut(l.Head+l.Title+l.Tail, cols)
	}
	return l.Head + grid.Cut(l.Title, room) + l.Tail
}

// The widths of labels in the tab bar, in columns.
const (
	widestLabel    = 32
	narrowestLabel = 14
	leastLabel     = 6 // of a single tab
)

// newTabSign opens a tab.
const newTabSign = " + "

// PlaceTabs gives tabs their columns of a bar: labels as wide as there is room for, and
// where not even narrow ones fit, those around the active tab between the numbers of
// those that do not, each with the mark that urgent picks of theirs. The last spot is
// the sign for a new tab, where it has room.
func PlaceTabs(items []Tab, cols int, urgent func(marks []string) string) []TabSpot {
	for i := range items {
		items[i].cols = items[i].Label.width()
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
		bar.add(TabSpot{Tab: items[first-1].ID, Label: fmt.Sprintf(" ‹%d%s ", first, urgent(marksOf(items[:first]))), More: true})
	}
	for _, it := range items[first:end] {
		bar.add(TabSpot{Tab: it.ID, Label: it.Label.fit(limit), Active: it.Active})
	}
	if n := len(items) - end; n > 0 && bar.x+widestCount(n) <= cols {
		bar.add(TabSpot{Tab: items[end].ID, Label: fmt.Sprintf(" %s%d› ", urgent(marksOf(items[end:])), n), More: true})
	}
	if bar.x+len(newTabSign) <= cols {
		bar.add(TabSpot{Label: newTabSign, Create: true})
	}
	return bar.spots
}

// tabBar is a bar that is filled from the left.
type tabBar struct {
	cols, x int
	spots   []TabSpot
}

func (b *tabBar) add(s TabSpot) {
	s.X, s.End = b.x, min(b.x+grid.StringWidth(s.Label), b.cols)
	b.x = s.End
	b.spots = append(b.spots, s)
}

// hasRoom reports whether a number fits in front of the shown tabs.
func (b *tabBar) hasRoom(items []Tab, first, end, limit int) bool {
	return tabsWidth(items[first:end], limit)+widestCount(first) <= b.cols
}

// widestCount is the room for the number of tabs that are not shown.
func widestCount(n int) int { return len(fmt.Sprint(n)) + 4 }

func marksOf(items []Tab) (marks []string) {
	for _, it := range items {
		marks = append(marks, it.Mark)
	}
	return marks
}

// around takes the active tab and its neighbours in turn while they fit.
func around(items []Tab, limit, room int) (first, end int) {
	for first < len(items)-1 && !items[first].Active {
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

func tabsWidth(items []Tab, limit int) (n int) {
	for _, it := range items {
		n += min(it.cols, limit)
	}
	return n
}

// TabAt finds the spot in a column; false where none is.
func TabAt(spots []TabSpot, x int) (TabSpot, bool) {
	for _, s := range spots {
		if x >= s.X && x < s.End {
			return s, true
		}
	}
	return TabSpot{}, false
}

// Unlabelled is the label of a tab that is not shown, no wider than any other.
var Unlabelled = Label{Head: " ", Tail: " "}

// MostTabs is how many tabs have room in a number of columns at most: those further
// from the active one need no label.
func MostTabs(cols int) int { return cols / Unlabelled.width() }
