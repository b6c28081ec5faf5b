package workspace

import (
	"slices"

	"dormer/session"
)

// Layouts are changed in cells. The layout is laid out in a canvas, and each weight becomes the
// number of cells that the child has there. Then the change is made, and splits with one child
// or inside a split of the same axis are dissolved. So the parts of a layout that a change does
// not affect keep their cells.

// largeCanvas is the side of the canvas if the real size is unknown or too small. It is so
// large that rounding hardly changes proportions.
const largeCanvas = 1 << 16

// canvas returns the area to change a layout in.
func canvas(root *Node, size session.Size) Rect {
	r := areaOf(size)
	if fits(root, r) && r.W <= MaxWeight && r.H <= MaxWeight {
		return r
	}
	return Rect{W: max(largeCanvas, 4*minExtent(root, Row)), H: max(largeCanvas, 4*minExtent(root, Column))}
}

// changed returns the layout after a change made in cells, or nil if no pane is left. If the
// area is too small for the layout, the change is made in a large canvas.
func changed(root *Node, size session.Size, change func(*Node, Rect) *Node) *Node {
	area := canvas(root, size)
	after := change(inCells(root, area), area)
	if after == nil {
		return nil
	}
	after = limitDepth(after, maxDepth)
	if !fits(after, area) && size != (session.Size{}) {
		return changed(root, session.Size{}, change)
	}
	return normalized(inCells(after, area))
}

// inCells returns the layout with the numbers of cells that the children have in an area as
// weights.
func inCells(n *Node, area Rect) *Node {
	return inCellsWith(n, requirementsOf(n, session.ID{}), area)
}

func inCellsWith(n *Node, needs requirements, area Rect) *Node {
	if n.Pane() {
		return n
	}
	pos, length := area.span(n.Axis)
	kids := slices.Clone(n.Children)
	for i, cells := range extents(n, needs, length) {
		kids[i].Weight = min(max(cells, 1), MaxWeight)
		kids[i].Node = inCellsWith(kids[i].Node, needs.kids[i], area.cut(n.Axis, pos, cells))
		pos += cells + 1
	}
	return &Node{Axis: n.Axis, Children: kids}
}

// valid dissolves splits with one child and splits inside a split of the same axis. Weights
// must be in cells.
func normalized(n *Node) *Node {
	if n.Pane() {
		return n
	}
	var kids []Child
	for _, c := range n.Children {
		sub := normalized(c.Node)
		if !sub.Pane() && sub.Axis == n.Axis && len(n.Children) > 1 {
			kids = append(kids, sub.Children...)
			continue
		}
		kids = append(kids, Child{Weight: c.Weight, Node: sub})
	}
	if len(kids) == 1 {
		return kids[0].Node
	}
	return &Node{Axis: n.Axis, Children: kids}
}

// without returns a layout in cells without some of its panes, or nil if none is left. The
// cells of a removed pane and its divider go to the child before it, or to the one after it if
// it is the first.
func without(n *Node, drop func(session.ID) bool) *Node {
	if n.Pane() {
		if drop(n.Session) {
			return nil
		}
		return n
	}
	var kids []Child
	carry := 0
	for _, c := range n.Children {
		sub := without(c.Node, drop)
		switch {
		case sub != nil:
			kids = append(kids, Child{Weight: c.Weight + carry, Node: sub})
			carry = 0
		case len(kids) > 0:
			kids[len(kids)-1].Weight += c.Weight + 1
		default:
			carry += c.Weight + 1
		}
	}
	if len(kids) == 0 {
		return nil
	}
	return &Node{Axis: n.Axis, Children: kids}
}

// dropPane returns the layout without a pane, or nil if it was the last.
func dropPane(root *Node, size session.Size, id session.ID) *Node {
	return changed(root, size, func(n *Node, _ Rect) *Node {
		return without(n, func(other session.ID) bool { return other == id })
	})
}

// portion is a fraction.
type portion struct{ part, whole int }

var half = portion{1, 2}

// valid reports whether the fraction is between 0 and 1 and its numbers are valid.
func (p portion) valid() bool {
	return p.part >= 1 && p.part < p.whole && p.whole <= 2*MaxWeight
}

// putBeside returns the layout with another layout on a side of the node at path. The other
// layout gets the portion p of the node's cells.
func putBeside(root *Node, size session.Size, path []int, side Direction, other *Node, p portion) *Node {
	return changed(root, size, func(n *Node, area Rect) *Node {
		_, length := rectOf(n, area, path).span(side.axis())
		room := length - 1
		cells := min(max(room*p.part/p.whole, 1), max(room-1, 1))
		target := nodeAt(n, path)
		kids := []Child{{Weight: max(room-cells, 1), Node: target}, {Weight: cells, Node: other}}
		if side.first() {
			slices.Reverse(kids)
		}
		return replaced(n, path, &Node{Axis: side.axis(), Children: kids})
	})
}

// rectOf returns the rectangle of the node at path in an area.
func rectOf(n *Node, area Rect, path []int) Rect {
	needs := requirementsOf(n, session.ID{})
	for _, step := range path {
		pos, length := area.span(n.Axis)
		cells := extents(n, needs, length)
		for _, c := range cells[:step] {
			pos += c + 1
		}
		area = area.cut(n.Axis, pos, cells[step])
		n, needs = n.Children[step].Node, needs.kids[step]
	}
	return area
}

// CanSplit reports whether pane at, in a layout laid out in an area, has room for two panes of
// at least 2x1 cells and the divider between them.
func CanSplit(root *Node, area Rect, at session.ID, side Direction) bool {
	path, ok := pathTo(root, at)
	if !ok || side > Down || !fits(root, area) {
		return false
	}
	_, length := rectOf(root, area, path).span(side.axis())
	return length >= 2*minPane(side.axis())+1
}
