package workspace

import (
	"slices"

	"dormer/session"
)

// Leaf returns a layout of one pane.
func Leaf(id session.ID) *Node { return &Node{Session: id} }

// Pane reports whether the node is a pane rather than a split.
func (n *Node) Pane() bool { return len(n.Children) == 0 }

// Leaves returns the sessions of a layout's panes in layout order: left to right and top to
// bottom within each split. It returns nil for a nil layout.
func Leaves(root *Node) []session.ID {
	var ids []session.ID
	eachLeaf(root, func(id session.ID) { ids = append(ids, id) })
	return ids
}

func eachLeaf(n *Node, visit func(session.ID)) {
	if n == nil {
		return
	}
	if n.Pane() {
		visit(n.Session)
		return
	}
	for _, c := range n.Children {
		eachLeaf(c.Node, visit)
	}
}

// pathTo returns the child numbers from the root to a pane, or false if it is not there.
func pathTo(n *Node, id session.ID) ([]int, bool) {
	if n == nil {
		return nil, false
	}
	if n.Pane() {
		return nil, n.Session == id
	}
	for i, c := range n.Children {
		if rest, ok := pathTo(c.Node, id); ok {
			return append([]int{i}, rest...), true
		}
	}
	return nil, false
}

func holds(n *Node, id session.ID) bool {
	_, ok := pathTo(n, id)
	return ok
}

// depth returns how deep the splits of a layout nest; 0 for a pane.
func depth(n *Node) int {
	if n == nil || n.Pane() {
		return 0
	}
	deepest := 0
	for _, c := range n.Children {
		deepest = max(deepest, depth(c.Node))
	}
	return deepest + 1
}

// limitDepth returns a layout whose splits nest at most most deep. It puts all panes of a split
// that is too deep side by side.
func limitDepth(n *Node, most int) *Node {
	if depth(n) <= most {
		return n
	}
	out := &Node{Axis: n.Axis}
	if most > 1 {
		for _, c := range n.Children {
			out.Children = append(out.Children, Child{Weight: c.Weight, Node: limitDepth(c.Node, most-1)})
		}
		return out
	}
	for _, id := range Leaves(n) {
		out.Children = append(out.Children, Child{Weight: 1, Node: Leaf(id)})
	}
	return out
}

// nodeAt returns the node at the end of a path, or nil if there is none.
func nodeAt(n *Node, path []int) *Node {
	for _, i := range path {
		if n == nil || i < 0 || i >= len(n.Children) {
			return nil
		}
		n = n.Children[i].Node
	}
	return n
}

// replaced returns the layout with another node at path.
func replaced(n *Node, path []int, by *Node) *Node {
	if len(path) == 0 {
		return by
	}
	kids := slices.Clone(n.Children)
	kids[path[0]].Node = replaced(kids[path[0]].Node, path[1:], by)
	return &Node{Axis: n.Axis, Children: kids}
}

// renamed returns the layout with the result of name for the session of every pane.
func renamed(n *Node, name func(session.ID) session.ID) *Node {
	if n.Pane() {
		if id := name(n.Session); id != n.Session {
			return Leaf(id)
		}
		return n
	}
	kids := slices.Clone(n.Children)
	for i := range kids {
		kids[i].Node = renamed(kids[i].Node, name)
	}
	return &Node{Axis: n.Axis, Children: kids}
}

// sameLayout reports whether two layouts are equal in shape, weights and panes.
func sameLayout(a, b *Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Session != b.Session || a.Axis != b.Axis {
		return false
	}
	return slices.EqualFunc(a.Children, b.Children, func(x, y Child) bool {
		return x.Weight == y.Weight && sameLayout(x.Node, y.Node)
	})
}
