package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

func (d *draft) resizePane(a ResizePane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("resize: %w", err)
	}
	if a.Side > Down {
		return fmt.Errorf("resize: invalid side %d", a.Side)
	}
	t := p.tab()
	if t.floatIndex(a.Session) >= 0 {
		return t.resizeFloat(a)
	}
	path, _ := pathTo(t.Root, a.Session)
	border, ok := borderOn(t.Root, path, a.Side)
	if !ok {
		border, ok = borderOn(t.Root, path, a.Side.opposite())
	}
	if !ok {
		return nil
	}
	cells := a.Cells
	if a.Side.first() {
		cells = -cells
	}
	return t.moveBy(border, cells, a.Area)
}

// border is the divider after child index of the split at path.
type border struct {
	path  []int
	index int
}

// borderOn finds the divider on a side of the node at path, or false if there is none.
func borderOn(root *Node, path []int, side Direction) (border, bool) {
	for depth := len(path) - 1; depth >= 0; depth-- {
		n, i := nodeAt(root, path[:depth]), path[depth]
		switch {
		case n.Axis != side.axis():
		case side.first() && i > 0:
			return border{path[:depth], i - 1}, true
		case !side.first() && i < len(n.Children)-1:
			return border{path[:depth], i}, true
		}
	}
	return border{}, false
}

func (d *draft) moveBorder(a MoveBorder) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("move border: %w", err)
	}
	t := p.tab()
	n := nodeAt(t.Root, a.Path)
	if n == nil || a.Index < 0 || a.Index >= len(n.Children)-1 {
		return fmt.Errorf("move border %d of %v: %w", a.Index, a.Path, ErrGone)
	}
	if !fits(t.Root, areaOf(a.Area)) {
		return fmt.Errorf("move border: %w", ErrNoRoom)
	}
	area := canvas(t.Root, a.Area)
	now, length := rectOf(t.Root, area, append(slices.Clone(a.Path), a.Index)).span(n.Axis)
	return t.moveBy(border{a.Path, a.Index}, a.Position-(now+length), a.Area)
}

// moveBy moves a border by a number of cells towards the end, or towards the start if negative.
// It stops when the panes in the way have their minimum size. The nearest panes shrink first.
func (t *Tab) moveBy(b border, cells int, size session.Size) error {
	if !fits(t.Root, areaOf(size)) {
		return fmt.Errorf("resize: %w", ErrNoRoom)
	}
	if cells == 0 {
		return nil
	}
	root := changed(t.Root, size, func(n *Node, _ Rect) *Node {
		split := nodeAt(n, b.path)
		return replaced(n, b.path, &Node{Axis: split.Axis, Children: borderMoved(split, b.index, cells)})
	})
	t.setRoot(root)
	return nil
}

// borderMoved returns a split's children, with weights in cells, after the border after child index
// has moved by a number of cells.
func borderMoved(n *Node, index, cells int) []Child {
	kids := slices.Clone(n.Children)
	gains, from, step := index, index+1, 1
	if cells < 0 {
		gains, from, step, cells = index+1, index, -1, -cells
	}
	for i := from; i >= 0 && i < len(kids) && cells > 0; i += step {
		gives := min(cells, kids[i].Weight-minExtent(kids[i].Node, n.Axis))
		kids[i].Weight -= gives
		kids[gains].Weight += gives
		cells -= gives
	}
	return kids
}

func (d *draft) equalize(a Equalize) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("equalize: %w", err)
	}
	t := p.tab()
	t.setRoot(equalized(t.Root))
	return nil
}

func equalized(n *Node) *Node {
	if n.Pane() {
		return n
	}
	kids := slices.Clone(n.Children)
	for i := range kids {
		kids[i] = Child{Weight: 1, Node: equalized(kids[i].Node)}
	}
	return &Node{Axis: n.Axis, Children: kids}
}
