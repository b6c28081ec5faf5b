package bars

import (
	"fmt"

	"dormer/session/grid"
	"dormer/workspace"
)

// TabSpot is a place in the tab bar, the columns [X, End). It is a tab, or the number of hidden
// tabs beyond one end of the bar (More), or the sign that opens a new tab (Create).
type TabSpot struct {
	X, End int
	Tab    workspace.TabID // with More: the hidden tab nearest to the bar
	Label  string
	Active bool
	Create bool
	More   bool
}

// Tab is the input for one tab. Mark is its mark, empty for none. It is used for the count of
// hidden tabs; Label may show the mark as well.
type Tab struct {
	ID     workspace.TabID
	Label  Label
	Active bool
	Mark   string
	cols   int // width of the label in columns, set by PlaceTabs
}

// Label is the text of a tab in three pieces. Only Title is cut if there is too little room.
type Label struct{ Head, Title, Tail string }

func (l Label) width() int { return grid.StringWidth(l.Head + l.Title + l.Tail) }

// fit returns the label in at most cols columns.
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
	leastLabel     = 6 // for a single tab
)

// newTabSign is the text of the button that opens a tab.
const newTabSign = " + "

// PlaceTabs places tabs in a bar of cols columns. Labels are as wide as the room allows. If
// even narrow labels do not all fit, only the tabs around the active one are shown, and a
// number at either end counts the others, with the most urgent of their marks as urgent returns
// it. The last spot is the button for a new tab, if it fits.
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
		first, end = visibleTabs(items, limit, room)
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

// tabBar is a bar under construction. It is filled from the left.
type tabBar struct {
	cols, x int
	spots   []TabSpot
}

func (b *tabBar) add(s TabSpot) {
	s.X, s.End = b.x, min(b.x+grid.StringWidth(s.Label), b.cols)
	b.x = s.End
	b.spots = append(b.spots, s)
}

// hasRoom reports whether a count of first tabs fits in front of the shown tabs.
func (b *tabBar) hasRoom(items []Tab, first, end, limit int) bool {
	return tabsWidth(items[first:end], limit)+widestCount(first) <= b.cols
}

// widestCount returns the columns that the count of n hidden tabs needs.
func widestCount(n int) int { return len(fmt.Sprint(n)) + 4 }

func marksOf(items []Tab) (marks []string) {
	for _, it := range items {
		marks = append(marks, it.Mark)
	}
	return marks
}

// visibleTabs returns the range of tabs to show: the active one and, in turn, its neighbours on both
// sides while they fit.
func visibleTabs(items []Tab, limit, room int) (first, end int) {
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

// TabAt returns the spot at column x, or false if there is none.
func TabAt(spots []TabSpot, x int) (TabSpot, bool) {
	for _, s := range spots {
		if x >= s.X && x < s.End {
			return s, true
		}
	}
	return TabSpot{}, false
}

// Unlabelled is a placeholder for the label of a hidden tab. No label is narrower.
var Unlabelled = Label{Head: " ", Tail: " "}

// MaxTabs returns the largest number of tabs that fit into cols columns. Tabs further than
// that from the active one need no label.
func MaxTabs(cols int) int { return cols / Unlabelled.width() }
