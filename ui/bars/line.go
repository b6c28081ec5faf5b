package bars

import (
	"slices"

	"dormer/session/grid"
)

// fitted returns the segments that fit into cols columns, each in the longest wording that
// fits. It drops the cheapest wordings and segments first.
func fitted(left, right []segment, cols int) (l, r []segment) {
	for len(left)+len(right) > 0 && lineWidth(left, right) > cols {
		side, at, price := &left, -1, 0
		for _, s := range []*[]segment{&left, &right} {
			for i, g := range *s {
				if p := g.price(); at < 0 || p <= price {
					side, at, price = s, i, p
				}
			}
		}
		*side = slices.Clone(*side)
		if g := &(*side)[at]; len(g.wordings) > 1 {
			g.wordings = g.wordings[1:]
		} else {
			*side = slices.Delete(*side, at, at+1)
		}
	}
	return left, right
}

// price returns what is lost by dropping the segment's current wording, or the segment itself.
func (s segment) price() int {
	if len(s.wordings) > 1 {
		return s.wordings[1].price
	}
	return s.rank
}

// lineWidth returns the columns that the segments of both sides need.
func lineWidth(left, right []segment) int {
	l, r := segmentsWidth(left), segmentsWidth(right)
	switch {
	case r == 0:
		return l
	case l == 0:
		return r + 1
	}
	return l + minGap + r + 1
}

// segmentsWidth returns the columns that segments need side by side.
func segmentsWidth(all []segment) (n int) {
	for i, g := range all {
		n += grid.StringWidth(gap(all, i)) + g.width()
	}
	return n
}

// gap returns the text before segment i.
func gap(all []segment, i int) string {
	switch {
	case all[i].alone && (i == 0 || all[i-1].alone):
		return ""
	case i == 0 || all[i-1].alone || all[i].alone:
		return " "
	}
	return between
}

// line is a status line under construction. It is filled from the left.
type line struct {
	x, cols int
	spots   []StatusSpot
}

// add appends segments.
func (l *line) add(all []segment) {
	for i, g := range all {
		l.put(StatusSpot{Text: gap(all, i), Style: Hint})
		for _, p := range g.spots() {
			l.put(p)
		}
	}
}

// addRight places segments at the right end and returns the pieces of the whole line.
func (l *line) addRight(all []segment) []StatusSpot {
	if w := segmentsWidth(all); w > 0 {
		l.x = max(l.x, l.cols-w-1)
		for i, g := range all {
			if i > 0 {
				l.put(StatusSpot{Text: gap(all, i), Style: Hint})
			} else if !g.alone {
				l.x++
			}
			for _, p := range g.spots() {
				l.put(p)
			}
		}
	}
	return l.spots
}

// say appends a sentence and returns the pieces of the whole line.
func (l *line) say(text string, style Style) []StatusSpot {
	l.x++
	l.put(StatusSpot{Text: text, Style: style})
	return l.spots
}

func (l *line) put(s StatusSpot) {
	w := grid.StringWidth(s.Text)
	s.X, s.End = l.x, l.x+w
	l.x += w
	if w > 0 && s.End <= l.cols {
		l.spots = append(l.spots, s)
	}
}
