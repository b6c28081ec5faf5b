package workspace

import (
	"slices"

	"dormer/session"
)

// Size of the smallest pane that is drawn. A wide character fits into it.
const (
	minCols = 2
	minRows = 1
)

func minPane(a Axis) int {
	if a == Row {
		return minCols
	}
	return minRows
}

// minExtent returns the least number of cells along an axis in which all panes of a layout fit.
func minExtent(n *Node, a Axis) int {
	if n.Pane() {
		return minPane(a)
	}
	total, largest := len(n.Children)-1, 0
	for _, c := range n.Children {
		l := minExtent(c.Node, a)
		total += l
		largest = max(largest, l)
	}
	if n.Axis == a {
		return total
	}
	return largest
}

// fits reports whether every pane of a layout can be shown in an area.
func fits(root *Node, area Rect) bool {
	return minExtent(root, Row) <= area.W && minExtent(root, Column) <= area.H
}

// requirements are the properties of a node and its descendants that the layout algorithm uses.
// They are computed once for a whole layout. If each split computed them again, the cost would
// grow with the square of the depth.
type requirements struct {
	least [2]int // by axis; see least
	keep  bool   // it contains the pane that must be left out last
	kids  []requirements
}

// requirementsOf computes the requirements of a layout. keep is the pane that must be left out
// last, if it is in the layout.
func requirementsOf(n *Node, keep session.ID) requirements {
	if n.Pane() {
		return requirements{least: [2]int{Row: minCols, Column: minRows}, keep: n.Session == keep}
	}
	out := requirements{kids: make([]requirements, len(n.Children))}
	along, across := min(n.Axis, Column), min(n.Axis, Column).other()
	out.least[along] = len(n.Children) - 1
	for i, c := range n.Children {
		kid := requirementsOf(c.Node, keep)
		out.kids[i] = kid
		out.keep = out.keep || kid.keep
		out.least[along] += kid.least[along]
		out.least[across] = max(out.least[across], kid.least[across])
	}
	return out
}

// extents divides length cells along a split's axis among its children and the dividers between
// them. A child gets 0 if there is no room for it; the child with the pane to keep is the last
// to get 0. The children that are shown are adjacent.
func extents(n *Node, needs requirements, length int) []int {
	weights, floors := make([]int, len(n.Children)), make([]int, len(n.Children))
	need := len(n.Children) - 1
	for i, c := range n.Children {
		weights[i], floors[i] = max(c.Weight, 1), needs.kids[i].least[min(n.Axis, Column)]
		need += floors[i]
	}
	if need <= length {
		return share(weights, floors, length-len(n.Children)+1)
	}
	return squeeze(n, needs, weights, floors, length)
}

// squeeze does the work of extents for a split that has too little room for all its panes.
func squeeze(n *Node, has requirements, weights, floors []int, length int) []int {
	out := make([]int, len(weights))
	if length <= 0 {
		return out
	}
	unit := minPane(n.Axis)
	shown := min(max((length+1)/(unit+1), 1), len(weights))
	kept := max(slices.IndexFunc(has.kids, func(kid requirements) bool { return kid.keep }), 0)
	from := max(kept-shown+1, 0)
	room := length - shown + 1
	low := make([]int, shown)
	for i := range low {
		low[i] = min(unit, room)
	}
	low[kept-from] = min(floors[kept], room-(shown-1)*unit)
	copy(out[from:], share(weights[from:from+shown], low, room))
	return out
}

// share divides room in proportion to weights so that no part is less than its floor. The sum
// of the floors must be at most room. It rounds the borders rather than the sizes, so each
// border moves steadily as room grows.
func share(weights, floors []int, room int) []int {
	pinned := make([]bool, len(weights))
	rest, total := room, 0
	for _, w := range weights {
		total += w
	}
	for again := true; again; {
		again = false
		for i, w := range weights {
			if !pinned[i] && rest*w < floors[i]*total {
				pinned[i], again = true, true
				rest -= floors[i]
				total -= w
			}
		}
	}
	out := make([]int, len(weights))
	sum, border := 0, 0
	for i, w := range weights {
		part := rest * w
		if pinned[i] {
			part = floors[i] * total
		}
		sum += part
		next := (2*sum + total) / (2 * total)
		out[i] = next - border
		border = next
	}
	return out
}
