package workspace

import (
	"slices"

	"dormer/session"
)

// Pane is a pane's place in an arrangement.
type Pane struct {
	Session session.ID
	// Rect is the pane's content; the zero Rect if there is no room for the pane.
	Rect Rect
}

// Divider is the one-cell line between child Index and child Index+1 of the
// split at Path (child numbers from the root).
type Divider struct {
	// Rect is one cell wide for a split of axis Row, one high for Column.
	Rect Rect
	// Axis is the axis of the split: a divider of axis Row is a vertical line.
	Axis  Axis
	Path  []int
	Index int
	// Before and After are the panes that touch the line, in layout order: Before on its left
	// or upper side, After on its right or lower side.
	Before, After []session.ID
}

// Arrangement is a layout in cells. It can be compared with reflect.DeepEqual. Drawing and the
// mouse both use it.
type Arrangement struct {
	Area     Rect
	Panes    []Pane
	Dividers []Divider
	// Floats are the floating panes, the topmost last.
	Floats []FloatingPane
	// Zoomed means that one pane fills the area and hides others.
	Zoomed bool
}

// Arrange lays out a tree of panes in an area. If the area is large enough, every pane has at
// least 2x1 cells and every cell belongs to one pane or divider. Otherwise panes are left out,
// starting at the end. The result depends only on the arguments: when an area shrinks and grows
// back, the arrangement is the same again.
func Arrange(root *Node, area Rect) Arrangement {
	return arrange(root, area, session.ID{})
}

// ArrangeTab lays out a tab as [Arrange] does: a zoomed pane gets the whole area, and the
// active pane is the last to be left out.
func ArrangeTab(t Tab, area Rect) Arrangement {
	if !t.Zoomed {
		a := arrange(t.Root, area, t.Tile(t.Active))
		a.Floats = placeFloats(t.Floats, a.Area)
		return a
	}
	a := arrange(Leaf(t.Active), area, t.Active)
	a.Zoomed = true
	return a
}

func arrange(root *Node, area Rect, keep session.ID) Arrangement {
	if area.Empty() {
		area = Rect{}
	}
	b := arranging{Arrangement{Area: area}}
	if root != nil {
		b.place(root, requirementsOf(root, keep), area, nil)
	}
	for i := range b.Dividers {
		b.touch(&b.Dividers[i])
	}
	return b.Arrangement
}

// FloatingPane is the place of a floating pane. Frame is the whole area that it covers; Rect,
// inside Frame, is the pane's content. They are equal if there is no room for a border.
type FloatingPane struct {
	Pane
	Frame Rect
}

func placeFloats(floats []Float, area Rect) []FloatingPane {
	var out []FloatingPane
	for _, f := range floats {
		frame := f.Frame.In(area)
		if f.Hidden || frame.Empty() {
			continue
		}
		content, _ := insideFrame(frame)
		out = append(out, FloatingPane{Pane: Pane{Session: f.Session, Rect: content}, Frame: frame})
	}
	return out
}

// Pane returns the place of a session's pane, or false if the pane is not in the arrangement,
// as when another pane is zoomed.
func (a Arrangement) Pane(id session.ID) (Pane, bool) {
	i := slices.IndexFunc(a.Panes, func(p Pane) bool { return p.Session == id })
	if i >= 0 {
		return a.Panes[i], true
	}
	for _, f := range a.Floats {
		if f.Session == id {
			return f.Pane, true
		}
	}
	return Pane{}, false
}

type arranging struct{ Arrangement }

func (b *arranging) place(n *Node, needs requirements, r Rect, path []int) {
	if r.Empty() {
		r = Rect{}
	}
	if n.Pane() {
		b.Panes = append(b.Panes, Pane{Session: n.Session, Rect: r})
		return
	}
	pos, length := r.span(n.Axis)
	previous := -1
	for i, cells := range extents(n, needs, length) {
		if cells > 0 && previous >= 0 {
			b.divide(n.Axis, r.cut(n.Axis, pos, 1), path, previous)
			pos++
		}
		b.place(n.Children[i].Node, needs.kids[i], r.cut(n.Axis, pos, cells), append(path, i))
		if cells > 0 {
			previous = i
			pos += cells
		}
	}
}

func (b *arranging) divide(a Axis, r Rect, path []int, index int) {
	if r.Empty() {
		return
	}
	b.Dividers = append(b.Dividers, Divider{Rect: r, Axis: a, Path: slices.Clone(path), Index: index})
}

// touch finds the panes on both sides of a divider.
func (b *arranging) touch(d *Divider) {
	line, _ := d.Rect.span(d.Axis)
	for _, p := range b.Panes {
		if p.Rect.Empty() || overlap(p.Rect, d.Rect, d.Axis.other()) <= 0 {
			continue
		}
		start, length := p.Rect.span(d.Axis)
		switch line {
		case start + length:
			d.Before = append(d.Before, p.Session)
		case start - 1:
			d.After = append(d.After, p.Session)
		}
	}
}

// overlap returns the number of cells that two rectangles share along an axis. It is 0 if they
// only touch, and negative if there is a gap between them.
func overlap(p, q Rect, a Axis) int {
	ps, pl := p.span(a)
	qs, ql := q.span(a)
	return min(ps+pl, qs+ql) - max(ps, qs)
}
